export const MAX_HELD_NAME_LENGTH = 100;

const HOLD = /^hold(\d+)-/;

/**
 * The key of the command that holds a cart. It is made of the key of the cart's sale and the number of times the cart
 * was held before. An older copy of the cart, perhaps all that a killed browser has stored, gets the same key and
 * cannot be held a second time. Rule: register/hold.
 */
export function holdKey(saleKey: string, holds: number): string {
  return `hold${holds}-${saleKey}`;
}

/** The key of the sale of a cart that a command held. */
export function heldSaleKey(key: string): string {
  return key.replace(HOLD, '');
}

/** The number of times the cart had been held before the command with this key. */
export function holdsBefore(key: string): number {
  return Number(HOLD.exec(key)?.[1] ?? 0);
}
