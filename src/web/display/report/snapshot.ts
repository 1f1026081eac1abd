/** Longest side of the picture of a screen, in pixels: large enough to read, and small enough to keep. */
const LONG_SIDE = 1280;
const QUALITIES = [0.8, 0.6, 0.4];

/** The product of the opacities of an element and its ancestors. */
function opacityOf(element: Element, within: Element): number {
  let opacity = 1;
  for (let one: Element | null = element; one !== null && one !== within; one = one.parentElement) {
    opacity *= Number(getComputedStyle(one).opacity);
  }
  return opacity;
}

function drawBox(canvas: CanvasRenderingContext2D, element: Element, rect: DOMRect): void {
  const { backgroundColor, borderTopLeftRadius } = getComputedStyle(element);
  if (backgroundColor === 'rgba(0, 0, 0, 0)') return;
  canvas.fillStyle = backgroundColor;
  canvas.beginPath();
  const radius = Math.min(Number.parseFloat(borderTopLeftRadius) || 0, rect.height / 2);
  canvas.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
  canvas.fill();
}

/** Draws each line of a text at the browser's place for it. */
function drawText(canvas: CanvasRenderingContext2D, node: Text, parent: Element, scale: number): void {
  const text = node.data;
  if (text.trim() === '') return;
  const { color, fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parent);
  canvas.fillStyle = color;
  canvas.font = `${fontStyle} ${fontWeight} ${Number.parseFloat(fontSize) * scale}px ${fontFamily}`;
  canvas.textBaseline = 'middle';
  const range = document.createRange();
  let line = '';
  let top: DOMRect | null = null;
  const put = () => {
    if (top !== null) canvas.fillText(line.trimEnd(), top.x, top.y + top.height / 2);
  };
  for (let at = 0; at < text.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const rect = range.getClientRects()[0];
    if (!rect) continue;
    if (top === null || Math.abs(rect.top - top.top) > rect.height / 2) {
      put();
      [line, top] = ['', rect];
    }
    line += text[at];
  }
  put();
}

/** The scale at which the page draws an element: menus are scaled to their screen. */
function scaleOf(element: HTMLElement): number {
  return element.offsetWidth === 0 ? 1 : element.getBoundingClientRect().width / element.offsetWidth;
}

/**
 * A picture of the screen, drawn from the browser's layout: boxes, pictures and texts. It is a `data:` address of at
 * most this many characters; null if there can be none.
 */
export function takeSnapshot(root: HTMLElement, mostCharacters: number): string | null {
  const scale = LONG_SIDE / Math.max(root.clientWidth, root.clientHeight, 1);
  const picture = document.createElement('canvas');
  picture.width = Math.round(root.clientWidth * scale);
  picture.height = Math.round(root.clientHeight * scale);
  const canvas = picture.getContext('2d');
  if (canvas === null) return null;
  canvas.scale(scale, scale);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    const element = node instanceof HTMLElement ? node : node.parentElement;
    if (element === null || element.closest('.menu-unseen') !== null) continue;
    canvas.globalAlpha = opacityOf(element, root);
    if (node instanceof Text) drawText(canvas, node, element, scaleOf(element));
    else if (node instanceof HTMLImageElement) {
      const { x, y, width, height } = node.getBoundingClientRect();
      if (node.complete && node.naturalWidth > 0) canvas.drawImage(node, x, y, width, height);
    } else if (node instanceof HTMLElement) drawBox(canvas, node, node.getBoundingClientRect());
  }
  for (const quality of QUALITIES) {
    const address = picture.toDataURL('image/webp', quality);
    if (address.length <= mostCharacters) return address;
  }
  return null;
}
