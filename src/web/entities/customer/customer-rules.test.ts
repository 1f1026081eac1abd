import { describe, expect, it } from 'vitest';
import { createBody, EMPTY_CUSTOMER, type NewCustomer, newCustomerRules } from './customer-rules.ts';

const RULES = newCustomerRules('2026-11-20');

function wrong(change: Partial<NewCustomer>): Record<string, string> {
  const read = RULES.safeParse({ ...EMPTY_CUSTOMER, firstName: 'Ann', phone: '704-555-0101', ...change });
  return Object.fromEntries(read.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

describe('a customer made at the till', () => {
  it('needs a first name and one of email and phone, and is told both at once', () => {
    expect(wrong({})).toEqual({});
    expect(wrong({ phone: '', email: ' ann@example.com ' })).toEqual({});
    expect(wrong({ firstName: ' ', phone: ' ' })).toEqual({
      firstName: 'First name is required',
      email: 'Either email or phone number is required',
    });
  });

  it.each([
    [{ email: 'ann@' }, 'email'],
    [{ phone: '555' }, 'phone'],
    [{ phone: '704 555 010' }, 'phone'],
    [{ zipCode: '2820' }, 'zipCode'],
    [{ dateOfBirth: '2026-11-21' }, 'dateOfBirth'],
    [{ lastName: 'x'.repeat(101) }, 'lastName'],
  ])('is told what is wrong with %j', (change, field) => {
    expect(Object.keys(wrong(change))).toEqual([field]);
  });

  it('takes both forms of ZIP codes', () => {
    expect([wrong({ zipCode: '28202' }), wrong({ zipCode: '28202-1234' })]).toEqual([{}, {}]);
  });

  it('is sent as a customer of the US, without a made-up address, user name or password', () => {
    const body = createBody({
      ...EMPTY_CUSTOMER,
      firstName: 'Ann',
      phone: '7045550101',
      state: 'NC',
      dateOfBirth: '1990-02-03',
    });
    expect(body).toMatchObject({
      first_name: 'Ann',
      name: 'Ann',
      display_name: 'Ann',
      roles: ['customer'],
      billing: { first_name: 'Ann', phone: '7045550101', state: 'NC', country: 'US' },
      shipping: { first_name: 'Ann', state: 'NC', country: 'US' },
      meta_data: [{ key: '_date_of_birth', value: '1990-02-03' }],
    });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['email']));
    expect(body).not.toHaveProperty('username');
    expect(body).not.toHaveProperty('password');
  });
});
