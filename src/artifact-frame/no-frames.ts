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
const { get: look, set: keep } = WeakMap.prototype;
/* oxlint-enable typescript/unbound-method, typescript/no-deprecated */
const { defineProperty } = Object;

const FRAMES = 'iframe,frame,fencedframe,object,embed';

/** The trees that are watched. A place of an array could be taken by a setter of its prototype. */
interface Watched {
  readonly root: Document | ShadowRoot;
  readonly next: Watched | null;
}
let watched: Watched | null = null;

/** Before the next task, and so before anything is loaded into them. */
function removeFrames(): void {
  for (let at = watched; at !== null; at = at.next) {
    const { root } = at;
    const find = root === document ? inDocument : inFragment;
    for (;;) {
      const found = apply(find, root, [FRAMES]) as Element | null;
      if (found === null) break;
      apply(remove, found, []);
    }
  }
}

const watcher = new MutationObserver(removeFrames);

/** Options with these alone: what a browser does not find in them it would look for in their prototype. */
function only<Options extends object>(options: Options): Options {
  return { ...options, __proto__: null };
}

/** @throws when the browser does not watch it */
function watch(root: Document | ShadowRoot): void {
  apply(observe, watcher, [root, only({ childList: true, subtree: true })]);
  watched = { root, next: watched };
}

/** The trees that their hosts show. */
const opened = new WeakMap<Element, ShadowRoot>();

const fixed = (of: object, name: string, value: unknown): void => {
  defineProperty(of, name, { value, writable: false, configurable: false });
};

/**
 * Trees beside the document are watched as it is; copies of them would not be. To the browser all are closed: nobody reaches
 * one that is not watched yet, even where the thread runs out of room in between.
 */
fixed(Element.prototype, 'attachShadow', function attach(this: Element, { mode, delegatesFocus }: ShadowRootInit) {
  const isOpen = mode === 'open';
  const root = apply(attachShadow, this, [only({ mode: isOpen ? 'closed' : mode, delegatesFocus })]) as ShadowRoot;
  watch(root);
  if (isOpen) apply(keep, opened, [this, root]);
  return root;
});
defineProperty(Element.prototype, 'shadowRoot', {
  get(this: Element) {
    return (apply(look, opened, [this]) as ShadowRoot | undefined) ?? null;
  },
  configurable: false,
});
fixed(ElementInternals.prototype, 'shadowRoot', null);
// These make such trees out of text.
for (const of of [Element.prototype, ShadowRoot.prototype])
  for (const name of ['setHTML', 'setHTMLUnsafe']) fixed(of, name, undefined);
for (const name of ['parseHTML', 'parseHTMLUnsafe']) fixed(Document, name, undefined);

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
