import { expect, test } from '@playwright/test';
import { WRITES } from '../support/faults/contract-writes.ts';
import { superfluous, unconsidered } from '../support/shop/effects.ts';

test('every command that makes something is counted, or says why it need not be', () => {
  expect(unconsidered(WRITES)).toEqual([]);
  expect(superfluous(WRITES)).toEqual([]);
});
