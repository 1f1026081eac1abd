import { addressed } from '#web/api/address/address.ts';
import { wordsOrNone } from '#web/api/address/params.ts';

const LONGEST_CODE = 12;

/** `pair`: the pairing code from a scanned QR code of a screen. */
export const menusAddress = addressed<{ pair: string | null }>('menu', { pair: wordsOrNone('pair', LONGEST_CODE) });
