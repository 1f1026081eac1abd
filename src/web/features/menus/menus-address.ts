import { addressed, type How } from '#web/api/address/address.ts';
import { instant, oneOf, recordId, wordsOrNone } from '#web/api/address/params.ts';

const LONGEST_CODE = 12;

/** The state that the preview shows. */
export interface AsOf {
  /** Null for now. */
  readonly instant: string | null;
  /** A TV, shown by its schedule; null for the menu in the builder. */
  readonly tvNumber: number | null;
}

interface MenusAddress extends AsOf {
  /** The pairing code from a scanned QR code of a screen. */
  readonly pair: string | null;
  /** The open part of the TV Control Panel. */
  readonly part: 'screens' | 'log';
}

export const menusAddress = addressed<MenusAddress>('menu', {
  pair: wordsOrNone('pair', LONGEST_CODE),
  part: oneOf('part', ['screens', 'log'], 'screens'),
  tvNumber: recordId('tv'),
  instant: instant('at'),
});

/** Previews a TV or another instant. Back leads from a TV to what was shown before. */
export function showAsOf(asOf: AsOf, how: How = 'replace'): void {
  menusAddress.change(asOf, menusAddress.get().tvNumber === asOf.tvNumber ? how : 'push');
}
