import { describe, expect, it } from 'vitest';
import {
  autoSelected,
  customerEmail,
  customerName,
  type FindableCustomer,
  matchesCustomer,
  wordsOf,
} from './customer-search.ts';

const maria: FindableCustomer = {
  id: 1042,
  name: 'Maria Luisa Ortega',
  display_name: 'Maria Ortega',
  username: 'mortega',
  email: 'maria@example.com',
  phone: '(704) 555-0142',
};
const walker: FindableCustomer = {
  id: 7,
  name: '',
  display_name: '',
  username: 'jwalker',
  email: 'jwalker@customers.invalid',
};

it('calls a customer by display name, else name, else username', () => {
  expect(customerName(maria)).toBe('Maria Ortega');
  expect(customerName({ ...maria, display_name: ' ' })).toBe('Maria Luisa Ortega');
  expect(customerName(walker)).toBe('jwalker');
});

describe('searching', () => {
  it.each([
    'maria',
    'ORTEGA maria',
    'mortega',
    'maria@example',
    '1042',
    'ort 42',
    '704',
    '7045550142',
    '555-0142',
    '(704) 555-0142',
    '+1 704 555 0142',
    '',
    '  ',
  ])('finds Maria by "%s"', (search) => {
    expect(matchesCustomer(maria, search)).toBe(true);
  });

  it.each(['maria walker', 'luisa', '999', 'maria 7777'])('does not find Maria by "%s"', (search) => {
    expect(matchesCustomer(maria, search)).toBe(false);
  });

  it('does not find people by the address of those who have none', () => {
    expect(matchesCustomer(walker, 'customers.invalid')).toBe(false);
    expect(customerEmail(walker)).toBe('');
    expect(customerEmail(maria)).toBe('maria@example.com');
  });

  it('splits what is typed at any blank', () => {
    expect(wordsOf(' Maria\t Ortega\n')).toEqual(['maria', 'ortega']);
  });
});

describe('a name with accents and an apostrophe', () => {
  const zoe: FindableCustomer = { id: 8, name: '', display_name: 'Zoë O’Hara-Müller', username: 'zoe8', email: '' };

  it.each(['zoe', 'ZOË', 'muller', 'müller zoë', "o'hara", 'O’Hara', 'ohara', 'zoe o`hara'])(
    'is found by "%s"',
    (search) => {
      expect(matchesCustomer(zoe, search)).toBe(true);
    },
  );

  it('is taken for the cashier when it begins so', () => {
    expect(autoSelected([zoe], "zoe o'h")).toBe(zoe);
    expect(autoSelected([zoe], 'Zoë')).toBe(zoe);
    expect(autoSelected([zoe], "'''")).toBeNull();
    expect(autoSelected([zoe], "o'hara")).toBeNull();
  });
});

describe('choosing for the cashier', () => {
  it('takes the only match when its name is, or starts with, what was typed', () => {
    expect(autoSelected([maria], 'maria ortega')).toBe(maria);
    expect(autoSelected([maria], ' Mar ')).toBe(maria);
  });

  it.each([
    ['two match', [maria, walker], 'mar'],
    ['nobody matches', [], 'mar'],
    ['only two letters are typed', [maria], 'ma'],
    ['two letters and blanks are typed', [maria], ' ma  '],
    ['the name only contains it', [maria], 'ortega'],
    ['only the email fits', [maria], 'maria@'],
  ])('takes nobody when %s', (_what, matches, search) => {
    expect(autoSelected(matches, search)).toBeNull();
  });
});
