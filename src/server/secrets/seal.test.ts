import { expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

const { identities } = new Secrets(Buffer.alloc(32, 1));
const other = new Secrets(Buffer.alloc(32, 2)).identities;
const PLACE = 'customer_identities.license:7';

it('opens what it sealed, at its place', () => {
  for (const text of ['', 'NC-000012345678', 'ñ 王']) {
    expect(identities.seal.open(identities.seal.seal(text, PLACE), PLACE)).toBe(text);
  }
});

it('seals the same value otherwise each time, and shows nothing of it', () => {
  const [one, two] = [identities.seal.seal('NC-123', PLACE), identities.seal.seal('NC-123', PLACE)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('NC-123');
});

it('does not open a value that was moved to another row or changed', () => {
  const sealed = identities.seal.seal('NC-123', PLACE);
  expect(() => identities.seal.open(sealed, 'customer_identities.license:8')).toThrow();
  expect(() => identities.seal.open(`${sealed.slice(0, -2)}AA`, PLACE)).toThrow();
  const [version, id, body = ''] = sealed.split('.');
  const cut = Buffer.from(body, 'base64url').subarray(0, -12).toString('base64url');
  expect(() => identities.seal.open(`${version}.${id}.${cut}`, PLACE)).toThrow();
  expect(() => identities.seal.open('NC-123', PLACE)).toThrow();
});

it('tells a value of another data key from a forged one', () => {
  expect(other.seal.open(identities.seal.seal('NC-123', PLACE), PLACE)).toBeNull();
});

it('hashes a value alike each time, and otherwise under another data key', () => {
  expect(identities.hash.of('NC123')).toEqual(identities.hash.of('NC123'));
  expect(identities.hash.of('NC123')).not.toEqual(other.hash.of('NC123'));
});
