import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { loadLabelFonts } from './label-fonts.ts';

/** Rule: labels/print-window. */
const PRINT_DELAY_MS = 500;

/**
 * Opens a window with only these pages, prints it after half a second and closes it after the print dialog. Returns
 * false if the browser blocks the window.
 * @param pageSize the CSS size of a page
 */
export function printInWindow(pageSize: string, pages: ReactNode, onPrinted?: () => void): boolean {
  const opened = window.open('', '_blank', 'popup,width=900,height=1100') as (Window & typeof globalThis) | null;
  if (opened === null) return false;
  const { document: paper } = opened;
  paper.title = 'Labels';
  // Made by the new window, because a style sheet belongs to one document.
  const style = new opened.CSSStyleSheet();
  style.replaceSync(`@page { size: ${pageSize}; margin: 0 } html, body { margin: 0; color-scheme: light }`);
  paper.adoptedStyleSheets = [style];
  const place = paper.createElement('main');
  paper.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(pages));
  opened.addEventListener('afterprint', () => {
    root.unmount();
    opened.close();
    onPrinted?.();
  });
  void printSoon(opened);
  return true;
}

async function printSoon(opened: Window): Promise<void> {
  // A label is legible without its font, so a missing file must not hold up the print.
  await Promise.race([
    loadLabelFonts(opened.document).catch(() => undefined),
    new Promise((wait) => setTimeout(wait, 5 * PRINT_DELAY_MS)),
  ]);
  await new Promise((wait) => setTimeout(wait, PRINT_DELAY_MS));
  if (opened.closed) return;
  opened.focus();
  opened.print();
}
