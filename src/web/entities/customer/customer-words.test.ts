import { describe, expect, it } from 'vitest';
import type { DirectoryEntry } from '#contract/customers.ts';
import { certain, contactOf, emptyMessage, offersGuest, startingWith, toCartCustomer } from './customer-words.ts';
import { idCheckedText } from './id-checked.ts';

const MARIA: DirectoryEntry = {
  id: 7,
  name: 'Maria Lopez',
  display_name: '',
  first_name: 'Maria',
  last_name: 'Lopez',
  username: 'maria',
  email: 'maria@example.com',
  phone: '',
  role: 'customer',
  roles: ['customer'],
  points_balance: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  id_checked_at: null,
};

describe('customers in the search', () => {
  it('show no address that only fills a column', () => {
    const withoutEmail = { ...MARIA, email: '7045550101@customers.invalid' };
    expect(contactOf(withoutEmail)).toBe('#7');
    expect(contactOf({ ...withoutEmail, phone: '704-555-0101' })).toBe('704-555-0101');
    expect(toCartCustomer(withoutEmail)).toEqual({ id: 7, name: 'Maria Lopez', email: '', phone: '', points: 1 });
  });

  it('stand below the guest, unless somebody else is looked for', () => {
    expect([offersGuest(''), offersGuest('gue'), offersGuest('Guest Cust')]).toEqual([true, true, true]);
    expect([offersGuest('maria'), offersGuest('guesty')]).toEqual([false, false]);
    expect(offersGuest("güest'")).toBe(true);
  });

  it('say whether nobody fits or nobody is there', () => {
    expect(emptyMessage('zz')).toBe('No customers found matching your search');
    expect(emptyMessage(' ')).toBe('No customers available');
  });
});

describe('the customer who is chosen without a key', () => {
  it('is the only match of more than two characters that begin the name', () => {
    expect(certain({ customers: [MARIA], total: 1 }, 'mar')).toBe(MARIA);
    expect(certain({ customers: [MARIA], total: 1 }, 'ma')).toBeNull();
    expect(certain({ customers: [MARIA], total: 1 }, 'lopez')).toBeNull();
  });

  it('is nobody while others may be on the next page', () => {
    expect(certain({ customers: [MARIA], total: 51 }, 'maria')).toBeNull();
  });
});

describe('the form for a new customer', () => {
  it('begins with what was searched for in vain', () => {
    expect(startingWith('Ann Marie Lee')).toEqual({ firstName: 'Ann', lastName: 'Marie Lee' });
    expect(startingWith('(704) 555-0101')).toEqual({ phone: '(704) 555-0101' });
    expect(startingWith('ann@example.com')).toEqual({ email: 'ann@example.com' });
    expect(startingWith('  ')).toEqual({});
  });
});

it('says when an ID was checked by the days of the shop, and nothing when none was', () => {
  const { idCheckedAt } = toCartCustomer({ ...MARIA, id_checked_at: '2026-11-23T03:30:00.000Z' });
  expect(idCheckedText(idCheckedAt, 'America/New_York')).toBe('ID checked on Nov 22, 2026');
  expect(idCheckedText(toCartCustomer(MARIA).idCheckedAt, 'America/New_York')).toBe('');
});
