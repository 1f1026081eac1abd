import { inPlace } from '#web/ui/rows/in-place.ts';
import { PageDrawing } from '../preview/page-drawing.tsx';
import type { Sheet } from '../sheet.ts';

/** The size of a page for `@page`. */
export const cssSizeOf = ({ widthPt, heightPt }: Sheet): string => `${widthPt}pt ${heightPt}pt`;

/** All pages in order, each on a printed page of its own. */
export function PrintedPages({ sheet }: { sheet: Sheet }) {
  const last = sheet.pages.length - 1;
  return inPlace(sheet.pages).map(({ place, item }) => (
    <div key={place} style={{ breakAfter: place < last ? 'page' : 'auto', overflow: 'hidden' }}>
      <PageDrawing sheet={sheet} page={item} label={`Page ${place + 1} of ${last + 1}`} />
    </div>
  ));
}
