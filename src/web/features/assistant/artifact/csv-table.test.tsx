// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onPage } from '#testing/served-page.tsx';
import { CsvTable } from './csv-table.tsx';

it('aligns figures to the right, under their headings, and leaves codes and names on the left', async () => {
  const code = 'Item,SKU,Price,Share,Count\nGrinder,00417,$12.50,12.5%,"1,204"\nPapers,00418,-3,,7\n';
  const screen = await onPage(<CsvTable code={code} title="Prices" data={null} />);
  const right = (row: Element) => [...row.children].map((cell) => cell.classList.contains('text-right'));
  expect(screen.all('tr').map(right)).toEqual(Array.from({ length: 3 }, () => [false, false, true, true, true]));
  await screen.leave();
});
