import { describe, expect, it } from 'vitest';
import { codeRows } from './receipt-code.ts';
import { codeSizeMm, isQrAddress, type OwnReceiptStyle, type ReceiptStyle, runsOf, styleOf } from './receipt-paper.ts';

const shop: ReceiptStyle = {
  paperMm: 58,
  logo: 'a'.repeat(64),
  qr: 'address',
  qrAddress: 'https://example.com/a',
  header: 'Open daily',
  footer: 'Come again',
};
const nothing: OwnReceiptStyle = { paperMm: null, logo: null, qr: null, qrAddress: '', header: ' \n', footer: '' };

describe('a location', () => {
  it('that says nothing has what the whole business has', () => {
    expect(styleOf(shop, nothing)).toEqual(shop);
  });

  it('has each part of its own, and none of a part where it says so', () => {
    const own = { ...nothing, logo: 'none', footer: 'Bye' };
    expect(styleOf(shop, own)).toEqual({ ...shop, logo: 'none', footer: 'Bye' });
    expect(styleOf(shop, { ...nothing, qr: 'none' }).qr).toBe('none');
    expect(styleOf(shop, { ...nothing, qr: 'address', qrAddress: 'https://b.example/' }).qrAddress).toBe(
      'https://b.example/',
    );
  });
});

describe('a QR code', () => {
  it('holds the order number, an address, or is not there', () => {
    const texts = (qr: ReceiptStyle['qr'], qrAddress = '') =>
      codeRows({ qr, qrAddress }, 'POS-1').map((row) => (row.kind === 'code' ? row.text : row.kind));
    expect(texts('order')).toEqual(['POS-1']);
    expect(texts('address', shop.qrAddress)).toEqual([shop.qrAddress]);
    expect(texts('none', shop.qrAddress)).toEqual([]);
    expect(texts('address')).toEqual([]);
  });

  it('of the longest address fits paper of 58 mm', () => {
    const [row] = codeRows({ qr: 'address', qrAddress: `https://example.com/${'ä'.repeat(280)}` }, 'POS-1');
    if (row?.kind !== 'code') throw new Error('no code');
    expect(codeSizeMm(row.modules.length)).toBeLessThanOrEqual(48);
    expect(new Set(row.modules.map((modules) => modules.length))).toEqual(new Set([row.modules.length]));
  });

  it('is drawn in runs of black modules', () => {
    expect(runsOf(['1101', '0000', '0111'])).toEqual([
      { x: 0, y: 0, width: 2 },
      { x: 3, y: 0, width: 1 },
      { x: 1, y: 2, width: 3 },
    ]);
  });

  it.each([
    ['https://example.com/hello', true],
    ['http://192.168.1.20:4000/', true],
    ['javascript:alert(1)', false],
    ['https://', false],
    ['https://a b', false],
    ['example.com', false],
    [`https://example.com/${'a'.repeat(300)}`, false],
  ])('takes %s as an address: %s', (text, isTaken) => {
    expect(isQrAddress(text)).toBe(isTaken);
  });
});
