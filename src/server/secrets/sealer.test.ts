import { expect, it } from 'vitest';
import { keyIdOf, SealError } from './sealer.ts';
import { Secrets } from './secrets.ts';

const { fields } = new Secrets(Buffer.alloc(32, 1));
const place = { column: 'customer_details.license_number', row: 7 };

it('seals a value so that its key opens it again, and no two seals look alike', () => {
  for (const text of ['', 'NC-1234', 'ü 👩‍🚀'.repeat(500)]) {
    const sealed = fields.seal(place, text);
    expect(fields.open(place, sealed)).toBe(text);
    expect(fields.seal(place, text)).not.toBe(sealed);
    expect(keyIdOf(sealed)).toBe(fields.keyId);
  }
});

it('does not open a value that was moved to another row or column', () => {
  const sealed = fields.seal(place, 'NC-1234');
  expect(() => fields.open({ ...place, row: 8 }, sealed)).toThrow(SealError);
  expect(() => fields.open({ ...place, column: 'users.phone' }, sealed)).toThrow(SealError);
});

it('does not open a value of which anything was changed, or whose tag was cut short', () => {
  const sealed = fields.seal(place, 'NC-1234');
  const head = sealed.slice(0, sealed.lastIndexOf('.') + 1);
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => fields.open(place, head + changed.toString('base64url')), `byte ${at}`).toThrow(SealError);
  }
  for (const length of [0, 4, 12, 20, bytes.length - 1]) {
    expect(() => fields.open(place, head + bytes.subarray(0, length).toString('base64url'))).toThrow(SealError);
  }
});

it('says which key a value needs that this one cannot open', () => {
  const other = new Secrets(Buffer.alloc(32, 2)).fields;
  const sealed = other.seal(place, 'NC-1234');
  expect(() => fields.open(place, sealed)).toThrow(`was sealed under data key ${other.keyId}`);
  expect(() => fields.open(place, 'NC-1234')).toThrow('is not a sealed value');
});
