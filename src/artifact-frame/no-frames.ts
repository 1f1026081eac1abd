/**
 * Keeps frames out of a frame. Another one inside would be a window of its own, in which nothing was taken away: `srcdoc`
 * reaches past `frame-src`, and no policy of content governs WebRTC, which carries rows to whoever is named. What is needed
 * is taken here, before code that nobody has checked can replace it.
 */
// The browser's own methods, kept before a script can replace them; called on the objects that they belong to.
/* oxlint-disable typescript/unbound-method, typescript/no-deprecated */
const { apply } = Reflect;
const { open, write, close } = Document.prototype;
const { attachShadow, remove } = Element.prototype;
const inDocument = Document.prototype.querySelector;
const inFragment = DocumentFragment.prototype.querySelector;
const observe = MutationObserver.prototype.observe;
/* oxlint-enable typescript/unbound-method, typescript/no-deprecated */
const { defineProperty } = Object;

const FRAMES = 'iframe,frame,fencedframe,object,embed';
const roots: (Document | ShadowRoot)[] = [];

/** Before the next task, and so before anything is loaded into them. */
function removeFrames(): void {
  for (let place = 0; place < roots.length; place += 1) {
    const root = roots[place];
    const find = root === document ? inDocument : inFragment;
    for (;;) {
      const found = apply(find, root, [FRAMES]) as Element | null;
      if (found === null) break;
      apply(remove, found, []);
    }
  }
}

const watcher = new MutationObserver(removeFrames);

function watch(root: Document | ShadowRoot): void {
  roots[roots.length] = root;
  apply(observe, watcher, [root, { childList: true, subtree: true }]);
}

const fixed = (of: object, name: string, value: unknown): void => {
  defineProperty(of, name, { value, writable: false, configurable: false });
};

/** Trees beside the document are watched as it is; copies of them would not be. */
fixed(Element.prototype, 'attachShadow', function attach(this: Element, { mode, delegatesFocus }: ShadowRootInit) {
  const root = apply(attachShadow, this, [{ mode, delegatesFocus }]);
  watch(root);
  return root;
});
// These make such trees out of text.
for (const of of [Element.prototype, ShadowRoot.prototype]) fixed(of, 'setHTMLUnsafe', undefined);
fixed(Document, 'parseHTMLUnsafe', undefined);

/** Inserts text that an artifact writes during parsing directly before the script that wrote it. */
function writeHere(...texts: string[]): void {
  document.currentScript?.insertAdjacentHTML('beforebegin', texts.join(''));
}
fixed(Document.prototype, 'write', writeHere);
fixed(Document.prototype, 'writeln', writeHere);
fixed(Document.prototype, 'open', () => document);

/**
 * Writes a document in the place of this one.
 * @param listen takes the listeners up again: opening a document takes them all away
 */
export function writeDocument(code: string, listen: () => void): void {
  apply(open, document, []);
  listen();
  // Scripts of a document run in order only where it is written. Trees beside it are made by scripts alone.
  apply(write, document, [code.replace(/shadowrootmode/gi, 'data-shadowrootmode')]);
  apply(close, document, []);
  removeFrames();
}

watch(document);
