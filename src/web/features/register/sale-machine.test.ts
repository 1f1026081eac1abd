import { describe, expect, it } from 'vitest';
import { CallError } from '#web/api/call-error.ts';
import { PAYING, reduceSale, type SaleEvent, type SalePhase } from './sale-machine.ts';
import { readRefusal } from './sale-refusals.ts';

const after = (...events: SaleEvent[]): SalePhase => events.reduce(reduceSale, PAYING);
const lost: SaleEvent = { kind: 'unanswered', sentence: 'The server did not answer in time.', code: 'timeout' };
const refusal = readRefusal(
  new CallError({ status: 409, code: 'out_of_stock', message: 'x', details: { error: 'x', lines: [] } }),
);
const refused: SaleEvent = { kind: 'refused', refusal };

describe('a sale on its way', () => {
  it('is saving from the first press of Pay, and the second changes nothing', () => {
    const saving = after({ kind: 'sent' });
    expect(saving).toEqual({ at: 'saving' });
    expect(reduceSale(saving, { kind: 'sent' })).toBe(saving);
  });

  it('is checked from the first answer that did not come until one does', () => {
    expect(after({ kind: 'sent' }, lost, lost)).toMatchObject({ at: 'checking', asked: 2, code: 'timeout' });
    expect(after({ kind: 'sent' }, lost, { kind: 'sent' })).toMatchObject({ at: 'checking' });
    expect(after({ kind: 'sent' }, lost, { kind: 'sold' })).toBe(PAYING);
    expect(after({ kind: 'sent' }, lost, refused)).toEqual({ at: 'refused', refusal });
  });

  it('is checked at once when the page finds it after a reload', () => {
    expect(after({ kind: 'found-sent' })).toMatchObject({ at: 'checking', asked: 0 });
    expect(after({ kind: 'sent' }, { kind: 'found-sent' })).toEqual({ at: 'saving' });
  });

  it('can be put aside, and what is answered then is not about the sale at hand', () => {
    expect(after({ kind: 'sent' }, lost, { kind: 'put-aside' })).toBe(PAYING);
    expect(after(lost)).toBe(PAYING);
    expect(after(refused)).toBe(PAYING);
    expect(after({ kind: 'sold' })).toBe(PAYING);
  });

  it('can be paid again once a refusal was read', () => {
    const told = after({ kind: 'sent' }, refused);
    expect(reduceSale(told, { kind: 'acknowledged' })).toBe(PAYING);
    expect(reduceSale(told, { kind: 'sent' })).toEqual({ at: 'saving' });
    expect(reduceSale(told, { kind: 'put-aside' })).toBe(told);
  });
});
