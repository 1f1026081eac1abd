// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { ProductImportPlan } from './import-plan.tsx';
import type { Plan } from './product-import.ts';

const note = (line: number, reason: string) => ({ line, column: 'Name', reason });

const PLAN = {
  ...{ created: 12, updated: 0, unchanged: 0, bad: 0, location_name: 'Main', own: true, problems: [] },
  ...{ stock_set: 0, stock_left: 0, stock_missing: 0, price_missing: 0, price_cleared: 0 },
  ...{ new_categories: [], changes: [], left_out: [], notes: [], header: [], guessed: {} },
  ...{ encoding: 'UTF-8', charset: 'UTF-8' },
} as unknown as Plan;

const shown = (plan: Plan) =>
  onScreen(<ProductImportPlan plan={plan} choice={{}} busy={false} fileName="p.csv" onChoice={() => undefined} />);

it('says what has no price or stock, and what loses its price', async () => {
  const screen = await shown({ ...PLAN, own: false, stock_missing: 1, price_missing: 1200, price_cleared: 2 });
  expect(screen.all('p').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'No stock is given for 1 new item: out of stock until counted.',
      'No price is given for 1,200 new items: not for sale until priced, unless a price list of the category has one.',
      'The price of 2 items is taken away, because the file has a blank in its place.',
    ]),
  );
  await screen.leave();
});

it('says a remark about many lines once, with its lines', async () => {
  const notes = [...Array.from({ length: 11 }, (_, at) => note(at + 2, 'is garbled')), note(40, 'is blank')];
  const screen = await shown({ ...PLAN, notes });
  const said = screen.all('[aria-label="Worth a look"] li').map(({ textContent }) => textContent);
  expect(said).toEqual(['Name is garbledLines 2, 3, 4, 5, 6, 7, 8, 9 and 3 more', 'Name is blankLine 40']);
  await screen.leave();
});
