/** Style rules of the page as text. An image loads nothing, so fonts fall back to those of the machine. */
function pageStyles(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].filter((rule) => !(rule instanceof CSSFontFaceRule)).map(({ cssText }) => cssText);
      } catch {
        // A sheet of another origin cannot be read.
        return [];
      }
    })
    .join('\n');
}

/** Attributes that styles look at, such as the theme. */
const rootAttributes = (): string =>
  [...document.documentElement.attributes]
    .filter(({ name }) => name === 'class' || name.startsWith('data-'))
    .map(({ name, value }) => `${name}="${value.replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`)}"`)
    .join(' ');

/**
 * A picture of a part of the page as it is scrolled: null when the browser does not draw documents into pictures. The part
 * is drawn as an SVG image, which runs no script and loads nothing.
 */
export async function pictureOfElement(element: HTMLElement): Promise<string | null> {
  const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop, scrollWidth, scrollHeight } = element;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.style.cssText = `width:${scrollWidth}px;height:${scrollHeight}px;overflow:hidden;transform:translate(${-scrollLeft}px,${-scrollTop}px);transform-origin:0 0`;
  // Headings of a table stay in sight when it is scrolled.
  for (const heading of copy.querySelectorAll('thead')) heading.style.transform = `translateY(${scrollTop}px)`;
  const root = document.createElement('div');
  root.style.cssText = `width:${width}px;height:${height}px;overflow:hidden`;
  root.append(copy);
  // Other fonts need more room: what scrolls inside would show bars.
  const styles = new Text(`${pageStyles()}\n*{scrollbar-width:none!important}`);
  const body = getComputedStyle(document.body);
  const serializer = new XMLSerializer();
  // The root of the drawing has the marks of the page's root, for its tokens.
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${rootAttributes()}>` +
    `<style>${serializer.serializeToString(styles)}</style>` +
    `<foreignObject width="${width}" height="${height}"><div xmlns="http://www.w3.org/1999/xhtml" style="font:${body.font.replaceAll('"', "'")};color:${body.color}">` +
    `${serializer.serializeToString(root)}</div></foreignObject></svg>`;
  try {
    const image = new Image(width, height);
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.drawImage(image, 0, 0);
    return canvas.toDataURL('image/png');
  } catch {
    // Some browsers do not hand out the pixels of such an image.
    return null;
  }
}
