/* Brings the page to a new state in place: what has not changed keeps its element, so that nothing
   blinks, focus stays, and animations run on. Listeners of a kept element stay, so they must not
   depend on the state; an element with an id, or with another `data-key`, is never taken for another. */
const settle = (() => {
  const style = (node) => (node.getAttribute("class") ?? "").split(" ", 1)[0];
  const same = (old, next) => old.nodeName === next.nodeName
    && (old.nodeType !== Node.ELEMENT_NODE
      || (old.id === next.id && old.getAttribute("data-key") === next.getAttribute("data-key")
        && style(old) === style(next)));

  const attributes = (old, next) => {
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.nodeName === "INPUT") {
      old.checked = next.checked;
      old.value = next.value;
    }
  };

  const into = (old, next) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== next.data) old.data = next.data;
      return;
    }
    /* Drawings are many elements, and seldom change. */
    if (old.namespaceURI === SVG && old.isEqualNode(next)) return;
    /* The source of a drawing may arrive later: an image with the same key is the same drawing. */
    if (old.nodeName === "IMG") {
      old.className = next.className;
      return;
    }
    attributes(old, next);
    children(old, [...next.childNodes]);
  };

  const children = (node, wanted) => {
    const there = [...node.childNodes];
    wanted.forEach((next, number) => {
      const old = there[number];
      if (!old) node.append(next);
      else if (same(old, next)) into(old, next);
      else old.replaceWith(next);
    });
    for (const old of there.slice(wanted.length)) old.remove();
  };

  return (node, next) => children(node, [next]);
})();
