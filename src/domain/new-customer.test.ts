import { describe, expect, it } from 'vitest';
import { derivedUsername, isBirthDay, isEmail, reachableBy } from './new-customer.ts';

describe('a new customer', () => {
  it('can be reached by e-mail or phone, and a placeholder is neither', () => {
    expect(reachableBy({ email: ' ann@example.com ', phone: '' })).toEqual({
      ok: true,
      value: { email: 'ann@example.com', phone: '' },
    });
    expect(reachableBy({ email: '', phone: '(704) 555-0100' })).toEqual({
      ok: true,
      value: { email: '', phone: '704-555-0100' },
    });
    expect(reachableBy({ email: '', phone: '555' })).toMatchObject({ refused: { code: 'phone_not_valid' } });
    expect(reachableBy({ email: ' ', phone: ' ' })).toMatchObject({ refused: { code: 'email_or_phone_required' } });
    expect(reachableBy({ email: 'x@customers.invalid', phone: '' })).toMatchObject({
      refused: { code: 'email_or_phone_required' },
    });
    expect(reachableBy({ email: 'nonsense', phone: '1' })).toMatchObject({ refused: { code: 'email_not_valid' } });
    expect(reachableBy({ email: '', phone: 'call me' })).toMatchObject({ refused: { code: 'phone_not_valid' } });
  });

  it('is called by the address, else the number, else the time', () => {
    expect(derivedUsername({ email: 'Ann.Lee@example.com', phone: '704' }, 5)).toBe('ann.lee');
    expect(derivedUsername({ email: '', phone: '(704) 555-0100' }, 5)).toBe('7045550100');
    expect(derivedUsername({ email: '', phone: '' }, 1_700_000_000_000)).toBe('1700000000000');
    const cut = derivedUsername({ email: `a${'👍'.repeat(75)}@example.com`, phone: '' }, 5);
    expect(cut).toBe(`a${'👍'.repeat(74)}`);
  });

  it.each(['a@b.co', 'o’neil+shop@sub.example.com', 'x_y@example.museum'])('may have the address %s', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  it.each(['', 'a', 'a@b', '@b.co', 'a b@c.de', 'a@b.c.', '<a@b.co>', `${'a'.repeat(320)}@b.co`])(
    'may not have %s',
    (email) => {
      expect(isEmail(email)).toBe(false);
    },
  );

  it('was born on a real day that is past', () => {
    expect(isBirthDay('2000-02-29', '2026-11-20')).toBe(true);
    expect(isBirthDay('2026-11-20', '2026-11-20')).toBe(true);
    for (const day of ['2001-02-29', '2026-11-21', '1800-01-01', '01/02/2000', '2000-13-01', '0000-00-00']) {
      expect(isBirthDay(day, '2026-11-20'), day).toBe(false);
    }
  });
});
