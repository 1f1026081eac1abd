import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Sheet } from '../sheet.ts';
import { loadLabelFonts } from './label-fonts.ts';
import { cssSizeOf, PrintedPages } from './printed-pages.tsx';

/** Rule: labels/print-window. */
const PRINT_DELAY_MS = 500;

/**
 * Opens a window with nothing but the pages, prints it after half a second and closes it when the dialog is done.
 * Answers false where the browser keeps the window from opening.
 */
export function printInWindow(sheet: Sheet): boolean {
  const opened = window.open('', '_blank', 'popup,width=900,height=1100') as (Window & typeof globalThis) | null;
  if (opened === null) return false;
  const { document: paper } = opened;
  paper.title = 'Labels';
  // Of the window itself: a style sheet belongs to one document.
  const style = new opened.CSSStyleSheet();
  style.replaceSync(`@page { size: ${cssSizeOf(sheet)}; margin: 0 } html, body { margin: 0; color-scheme: light }`);
  paper.adoptedStyleSheets = [style];
  const place = paper.createElement('main');
  paper.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(<PrintedPages sheet={sheet} />));
  opened.addEventListener('afterprint', () => {
    root.unmount();
    opened.close();
  });
  void printSoon(opened);
  return true;
}

async function printSoon(opened: Window): Promise<void> {
  // Without its font a label is still legible, so a file that does not come holds nothing up.
  await Promise.race([
    loadLabelFonts(opened.document).catch(() => undefined),
    new Promise((wait) => setTimeout(wait, 5 * PRINT_DELAY_MS)),
  ]);
  await new Promise((wait) => setTimeout(wait, PRINT_DELAY_MS));
  if (opened.closed) return;
  opened.focus();
  opened.print();
}
