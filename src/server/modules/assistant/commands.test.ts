import { expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';

it('suggests every month to compare', () => {
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month, 1).toLocaleString('en-US', { month: 'long' }).toLowerCase(),
  );
  const { completions = [] } = COMMANDS.find(({ name }) => name === '/compare') ?? {};
  expect(completions.slice(-12)).toEqual(months);
});
