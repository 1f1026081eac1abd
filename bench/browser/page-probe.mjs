// Runs in the page before the app's code, uncompiled, because compiled code would lack its compiler's helpers. A frame
// counts as painted when a message posted in its animation callback arrives: the browser has drawn by then. The time of
// an input is that of its event, including the wait. probe.ts describes the interface.
{
  /** @typedef {{ startedAt: number, changedAt: number | null }} Input */

  /** @type {number[]} */ let paints = [];
  /** @type {number[]} */ let changes = [];
  /** @type {number[]} */ let frames = [];
  /** @type {Input | null} */ let open = null;
  /** @type {MutationObserver | null} */ let observer = null;
  let counting = false;

  /** @param {(now: number) => void} then */
  const afterPaint = (then) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => then(performance.now()));
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  };
  const settle = () => {
    if (open !== null && open.changedAt !== null) changes.push(open.changedAt - open.startedAt);
    open = null;
  };
  /** @param {Event} event */
  const onInput = (event) => {
    settle();
    /** @type {Input} */ const input = { startedAt: event.timeStamp, changedAt: null };
    open = input;
    afterPaint((now) => paints.push(now - input.startedAt));
  };
  /** @param {string} selector @param {Node} node */
  const isWatched = (selector, node) =>
    (node instanceof Element ? node : node.parentElement)?.closest(selector) != null;

  window.probe = {
    begin: (watched) => {
      paints = [];
      changes = [];
      open = null;
      observer?.disconnect();
      if (watched === null) return;
      observer = new MutationObserver((records) => {
        const input = open;
        if (input === null || !records.some(({ target }) => isWatched(watched, target))) return;
        afterPaint((now) => (input.changedAt = now));
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    beginFrames: () => {
      frames = [];
      counting = true;
      /** @type {number | null} */ let last = null;
      /** @param {number} now */
      const onFrame = (now) => {
        if (!counting) return;
        if (last !== null) frames.push(now - last);
        last = now;
        requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    },
    end: () => {
      settle();
      counting = false;
      observer?.disconnect();
      return { paints, changes, frames };
    },
  };
  window.addEventListener('keydown', onInput, { capture: true });
  window.addEventListener('click', onInput, { capture: true });
}
