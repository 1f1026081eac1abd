import type { ManagedLocation } from '#contract/locations.ts';
import type { ReceiptSettings } from '#contract/receipts.ts';
import { isQrAddress, type OwnReceiptStyle, type QrContent, type ReceiptStyle } from '#domain/receipt-paper.ts';

/** For locations: the value of the whole business applies. */
export const SHARED = 'shared';
/** A logo has yet to be chosen. */
export const UNCHOSEN = 'unchosen';

/** The form of the whole business, or of a location. */
export type ReceiptFields = Readonly<{
  paper: '58' | '80' | typeof SHARED;
  /** The hash of a logo, 'none', or one of the constants above. */
  logo: string;
  qr: QrContent | typeof SHARED;
  qrAddress: string;
  header: string;
  footer: string;
}>;
export type ReceiptProblems = Partial<Record<keyof ReceiptFields, string>>;

export const LABELS = {
  paper: 'Paper',
  logo: 'Logo',
  qr: 'QR code',
  qrAddress: 'Address in the QR code',
  header: 'Below the address',
  footer: 'At the end',
} as const satisfies Record<keyof ReceiptFields, string>;

export const QR_WORDS: Record<QrContent, string> = {
  none: 'None',
  order: 'The order number',
  address: 'An address',
};

const paperText = (mm: 58 | 80): '58' | '80' => (mm === 58 ? '58' : '80');
const isLogo = (name: string): boolean => name !== SHARED && name !== UNCHOSEN && name !== 'none';

export function fieldsOfSettings(settings: ReceiptSettings): ReceiptFields {
  const { paper_mm: paper, logo, qr, qr_address: qrAddress, header, footer } = settings;
  return { paper: paperText(paper), logo, qr, qrAddress, header, footer };
}

export function fieldsOfLocation({ receipt, receipt_header: header, receipt_footer: footer }: ManagedLocation) {
  return {
    paper: receipt?.paper_mm ? paperText(receipt.paper_mm) : SHARED,
    logo: receipt?.logo ?? SHARED,
    qr: receipt?.qr ?? SHARED,
    qrAddress: receipt?.qr_address ?? '',
    header,
    footer,
  } satisfies ReceiptFields;
}

export function problemsOf({ logo, qr, qrAddress }: ReceiptFields): ReceiptProblems {
  const isAsked = qr === 'address' || qrAddress.trim() !== '';
  return {
    ...(logo === UNCHOSEN && { logo: 'Choose a logo, or say None.' }),
    ...(isAsked && !isQrAddress(qrAddress.trim()) && { qrAddress: 'Give an address, like https://example.com/hello.' }),
  };
}

const paperMm = (paper: ReceiptFields['paper']): 58 | 80 | null => (paper === SHARED ? null : paper === '58' ? 58 : 80);
const noneWhileUnchosen = (logo: string): string => (isLogo(logo) ? logo : 'none');

/** The receipt settings of the whole business, from its form. */
export function settingsOf({ paper, logo, qr, qrAddress, header, footer }: ReceiptFields): ReceiptStyle {
  return {
    paperMm: paperMm(paper) ?? 80,
    logo: noneWhileUnchosen(logo),
    qr: qr === SHARED ? 'none' : qr,
    qrAddress: qrAddress.trim(),
    header,
    footer,
  };
}

/** The receipt settings of a location, from its form. */
export function ownOf({ paper, logo, qr, qrAddress, header, footer }: ReceiptFields): OwnReceiptStyle {
  return {
    paperMm: paperMm(paper),
    logo: logo === SHARED ? null : noneWhileUnchosen(logo),
    qr: qr === SHARED ? null : qr,
    qrAddress: qrAddress.trim(),
    header,
    footer,
  };
}

/** A value in words, to describe somebody else's change. */
export function inWords(name: keyof ReceiptFields, fields: ReceiptFields): string {
  const value = fields[name];
  if (value === SHARED) return 'as the whole business';
  if (name === 'paper') return `${value} mm`;
  if (name === 'logo') return isLogo(value) ? 'a logo' : 'none';
  if (name === 'qr') return QR_WORDS[value as QrContent];
  return value || 'empty';
}
