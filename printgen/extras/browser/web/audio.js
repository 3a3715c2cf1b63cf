/* Synthesised sounds. Off until the user turns them on. */
const Sounds = (() => {
  let on = Kept.read("sound") === true;
  let context = null;
  let noise = null;

  const wake = () => {
    try {
      context ??= new AudioContext();
      if (context.state === "suspended") context.resume();
      if (noise) return true;
      noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
      return true;
    } catch {
      return false;
    }
  };

  /* A loudness that rises at once and dies away within `lasts` seconds. */
  const envelope = (start, lasts, loud) => {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    gain.connect(context.destination);
    return gain;
  };
  const tone = (wait, from, to, lasts, loud, shape = "sine") => {
    const start = context.currentTime + wait;
    const source = new OscillatorNode(context, { type: shape, frequency: from });
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + lasts);
    source.connect(envelope(start, lasts, loud));
    source.start(start);
    source.stop(start + lasts);
  };
  const hiss = (wait, pitch, width, lasts, loud) => {
    const start = context.currentTime + wait;
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: width });
    source.connect(filter).connect(envelope(start, lasts, loud));
    source.start(start, Math.random() * 0.5);
    source.stop(start + lasts);
  };
  const bell = (wait, pitch, loud) => [1, 2.01, 2.99, 4.2].forEach((part, number) =>
    tone(wait, pitch * part, pitch * part, 2.2 / (number + 1), loud / (number + 1)));

  /* Plays a sound: a function that calls `tone`, `hiss` and `bell`. */
  const play = (sound) => {
    if (on && sound && wake()) sound();
  };
  /* Turns sounds on, with an example, or off. */
  const toggle = (example) => {
    on = !on;
    Kept.write("sound", on);
    play(example);
  };

  return { tone, hiss, bell, play, toggle, get on() { return on; }, get context() { return context; } };
})();
