import { encode } from 'uqr';
import type { ReceiptRow } from './receipt.ts';
import type { ReceiptStyle } from './receipt-paper.ts';

/** The QR code at the end. Its text is what a reader shows: the order number finds the order in the search. */
export function codeRows({ qr, qrAddress }: Pick<ReceiptStyle, 'qr' | 'qrAddress'>, orderNumber: string): ReceiptRow[] {
  const text = qr === 'order' ? orderNumber : qr === 'address' ? qrAddress : '';
  if (text === '') return [];
  const { data } = encode(text, { ecc: 'M', border: 0 });
  return [{ kind: 'code', text, modules: data.map((row) => row.map((isBlack) => (isBlack ? '1' : '0')).join('')) }];
}
