import type { ReceiptRow } from './receipt.ts';

/** Widths of the paper of receipt printers, mm. */
export const PAPER_WIDTHS_MM = [58, 80] as const;
export type PaperWidthMm = (typeof PAPER_WIDTHS_MM)[number];

/** A receipt printer has 203 dots an inch. */
export const DOTS_PER_MM = 8;
/** A logo fits the narrower paper, which has 48 mm to print on. */
export const MAX_LOGO_DOTS = { width: 384, height: 240 } as const;

/** The content of a receipt's QR code. */
export const QR_CONTENTS = ['none', 'order', 'address'] as const;
export type QrContent = (typeof QR_CONTENTS)[number];
const MAX_QR_ADDRESS = 300;

/** A logo as the printer draws it: a PNG of one bit a dot, in base64. */
export interface ReceiptLogo {
  readonly width: number;
  readonly height: number;
  readonly png: string;
}

/** The style of receipts for the whole business. `logo` is a hash or 'none'. */
export interface ReceiptStyle {
  readonly paperMm: PaperWidthMm;
  readonly logo: string;
  readonly qr: QrContent;
  readonly qrAddress: string;
  readonly header: string;
  readonly footer: string;
}

/** The receipt style of one location. Null and empty texts take that of the whole business. */
export interface OwnReceiptStyle {
  readonly paperMm: PaperWidthMm | null;
  readonly logo: string | null;
  readonly qr: QrContent | null;
  readonly qrAddress: string;
  readonly header: string;
  readonly footer: string;
}

/** The receipts of a location. Rule: orders/receipt-paper. */
export function styleOf(shop: ReceiptStyle, own: OwnReceiptStyle): ReceiptStyle {
  return {
    paperMm: own.paperMm ?? shop.paperMm,
    logo: own.logo ?? shop.logo,
    qr: own.qr ?? shop.qr,
    qrAddress: own.qr === null ? shop.qrAddress : own.qrAddress,
    header: receiptLines(own.header).length > 0 ? own.header : shop.header,
    footer: receiptLines(own.footer).length > 0 ? own.footer : shop.footer,
  };
}

/** The lines of a text that are not blank. */
export function receiptLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export interface ReceiptShop {
  readonly address: Readonly<
    Partial<Record<'address_1' | 'address_2' | 'city' | 'state' | 'postcode', string | undefined>>
  >;
  readonly phone: string | null;
}

/** Street, then "Charlotte, NC 28204", then phone, then the text of the header. Unknown parts take no line. */
export function shopLinesOf({ address, phone }: ReceiptShop, header: string): string[] {
  const region = [address.state, address.postcode].filter(Boolean).join(' ');
  const town = [address.city, region].filter(Boolean).join(', ');
  const known = [address.address_1, address.address_2, town, phone].filter((line): line is string => Boolean(line));
  return [...known, ...receiptLines(header)];
}

/** True if a phone that reads the code opens a page. */
export function isQrAddress(text: string): boolean {
  return text.length <= MAX_QR_ADDRESS && /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(text);
}

/** The logo above everything else. */
export function logoRows(logo: ReceiptLogo | null): ReceiptRow[] {
  return logo === null ? [] : [{ kind: 'logo', width: logo.width, height: logo.height, png: logo.png }];
}

/** Side of a QR code on paper, mm: 0.5 mm a module at least, which a phone can read at arm's length. */
export function codeSizeMm(modules: number): number {
  return Math.max(24, modules * 0.5);
}

/** The black runs of a code, in modules. */
export function runsOf(modules: readonly string[]): { x: number; y: number; width: number }[] {
  return modules.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map((run) => ({ x: run.index, y, width: run[0].length })),
  );
}
