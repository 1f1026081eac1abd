import { addressed } from '#web/api/address/address.ts';
import { wordsOrNone } from '#web/api/address/params.ts';

const LONGEST_CODE = 12;

/** `pair`: the code of a screen whose QR code somebody scanned. */
export const menusAddress = addressed<{ pair: string | null }>('menu', { pair: wordsOrNone('pair', LONGEST_CODE) });
