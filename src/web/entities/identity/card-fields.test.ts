import { expect, it } from 'vitest';
import { readCard } from '#domain/identity/aamva.ts';
import { type CardText, writeCard } from '#domain/identity/card.testing.ts';
import { fieldsOfCard } from './card-fields.ts';

function fields(change: Partial<CardText> = {}) {
  const card = readCard(writeCard(change));
  if (!card.ok) throw new Error(card.refused.code);
  return fieldsOfCard(card.value);
}

it('fills the form as people write names and addresses', () => {
  expect(fields()).toEqual({
    firstName: 'Sample',
    lastName: "O'Cardholder",
    address: '123 Main St NE',
    city: 'Charlotte',
    state: 'NC',
    zipCode: '28205',
    dateOfBirth: '1990-12-31',
    licenseNumber: '000012345678',
    idChecked: '1',
  });
});

it.each([
  ['SMITH-JONES', 'Smith-Jones'],
  ['DE LA CRUZ', 'De La Cruz'],
  ['NUÑEZ', 'Nuñez'],
  ['McDonald', 'McDonald'],
])('writes %s as %s', (printed, written) => {
  expect(fields({ lastName: printed }).lastName).toBe(written);
});

it('leaves out an address in Canada, which the form cannot hold', () => {
  const filled = fields({ country: 'CA', state: 'ON', city: 'OTTAWA', postcode: 'K1A0B1' });
  expect(filled).not.toHaveProperty('address');
  expect(filled).not.toHaveProperty('zipCode');
  expect(filled).toMatchObject({ firstName: 'Sample', dateOfBirth: '1990-12-31' });
});

it('has a first name for somebody with a single name', () => {
  expect(fields({ firstName: 'NONE' })).toMatchObject({ firstName: "O'Cardholder", lastName: '' });
});

it('leaves the date of birth alone when the card tells none', () => {
  expect(fields({ birthDay: '0000-00-00' })).not.toHaveProperty('dateOfBirth');
});
