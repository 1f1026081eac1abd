import { describe, expect, it } from 'vitest';
import { autoSelected, customerEmail, customerName, type FindableCustomer, wordsOf } from './customer-search.ts';

const maria: FindableCustomer = {
  id: 1042,
  name: 'Maria Luisa Ortega',
  display_name: 'Maria Ortega',
  username: 'mortega',
  email: 'maria@example.com',
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
  it('does not show the address of people who have none', () => {
    expect(customerEmail(walker)).toBe('');
    expect(customerEmail(maria)).toBe('maria@example.com');
  });

  it('splits what is typed at any blank', () => {
    expect(wordsOf(' Maria\t Ortega\n')).toEqual(['maria', 'ortega']);
  });

  it('takes a whole telephone number for one word, however it is written', () => {
    for (const typed of ['7045550142', '(704) 555-0142', '+1 704 555 0142'])
      expect(wordsOf(typed)).toEqual(['7045550142']);
  });
});

describe('a name with accents and an apostrophe', () => {
  const zoe: FindableCustomer = { id: 8, name: '', display_name: 'Zoë O’Hara-Müller', username: 'zoe8', email: '' };

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
