// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { ProductImportPlan } from './import-plan.tsx';
import type { Plan } from './product-import.ts';

const note = (line: number, reason: string) => ({ line, column: 'Name', reason });

it('says a remark about many lines once, with its lines', async () => {
  const notes = [...Array.from({ length: 11 }, (_, at) => note(at + 2, 'is garbled')), note(40, 'is blank')];
  const plan = {
    ...{ created: 12, updated: 0, unchanged: 0, bad: 0, stock_set: 0, location_name: 'Main', own: true, problems: [] },
    ...{
      new_categories: [],
      changes: [],
      left_out: [],
      notes,
      header: [],
      guessed: {},
      encoding: 'UTF-8',
      charset: 'UTF-8',
    },
  } as unknown as Plan;
  const screen = await onScreen(
    <ProductImportPlan plan={plan} choice={{}} busy={false} fileName="p.csv" onChoice={() => undefined} />,
  );
  const said = screen.all('[aria-label="Worth a look"] li').map(({ textContent }) => textContent);
  expect(said).toEqual(['Name is garbledLines 2, 3, 4, 5, 6, 7, 8, 9 and 3 more', 'Name is blankLine 40']);
  await screen.leave();
});
