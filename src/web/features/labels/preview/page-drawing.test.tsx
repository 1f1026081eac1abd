// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { layoutLabel } from '#domain/labels/layout.ts';
import { cellsOf, TEMPLATES } from '#domain/labels/template.ts';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { sheetOf } from '../sheet.ts';
import { PageDrawing } from './page-drawing.tsx';
import { Preview } from './preview.tsx';

let screen: OnScreen;
afterEach(() => screen.leave());

const LOOK = { showBorders: true, showLogo: true };
const CONTENT = {
  name: 'Blue Ridge Mist',
  lines: [{ text: 'Type: Hybrid • THCA: 24.6%' }, { text: '3.5 g • $40.00', strong: true }],
  barcode: { symbology: 'code128', text: 'FLW-001' },
} as const;
const figures = (element: Element | undefined, ...names: string[]) =>
  names.map((name) => Number(element?.getAttribute(name)));

// Preview and print window are this drawing; the PDF is held to the same layout by label-pdf.test.ts.
it.each(TEMPLATES)('has each mark where the layout has it: $name', async (template) => {
  const sheet = sheetOf(template, [{ content: CONTENT, copies: 1 }], LOOK, 0);
  screen = await onScreen(<PageDrawing sheet={sheet} page={sheet.pages[0] ?? []} label="Page 1 of 1" />);
  const { marks, safe } = layoutLabel(template, CONTENT, LOOK);
  const texts = marks.filter((mark) => mark.kind === 'text');
  expect(screen.all('text').map(({ textContent }) => textContent)).toEqual(texts.map(({ text }) => text));
  for (const [place, mark] of texts.entries())
    expect(figures(screen.all('text')[place], 'x', 'y', 'font-size')).toEqual([mark.xPt, mark.baselinePt, mark.sizePt]);
  const bars = marks.find((mark) => mark.kind === 'bars');
  const first = bars?.black[0];
  const path = screen.all('path[shape-rendering]')[0]?.getAttribute('d') ?? '';
  expect(path.split('M')).toHaveLength((bars?.black.length ?? 0) + 1);
  if (bars && first) expect(path).toContain(`M${bars.xPt + first.x * bars.modulePt} ${bars.yPt}h`);
  expect(figures(screen.all('clipPath rect')[0], 'x', 'y', 'width', 'height')).toEqual([
    safe.xPt,
    safe.yPt,
    safe.widthPt,
    safe.heightPt,
  ]);
  const [cell] = cellsOf(template);
  expect(figures(screen.all('use')[0], 'x', 'y')).toEqual([cell?.xPt, cell?.yPt]);
  expect(screen.all('svg')[0]?.getAttribute('viewBox')).toBe(`0 0 ${sheet.widthPt} ${sheet.heightPt}`);
});

it('previews a page at 96 px an inch, or as wide as there is room for', async () => {
  const [template] = TEMPLATES;
  const sheet = sheetOf(template, [{ content: CONTENT, copies: 1 }], LOOK, 0);
  screen = await onScreen(<Preview sheet={sheet} template={template} start={0} isSample={false} />);
  const [page] = screen.all('[aria-label=Page] > div') as HTMLElement[];
  expect(page?.style.maxWidth).toBe(`${(sheet.widthPt / 72) * 96}px`);
});
