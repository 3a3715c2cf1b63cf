/* The tools of the play aid by name: functions from the data of a tool to its element. They are
   called again when the language changes. */
const TOOLS = {};
