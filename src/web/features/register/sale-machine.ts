import type { SaleRefusal } from './sale-refusals.ts';

/**
 * Where the sale at hand stands. `saving` and `checking` are on their way to the server with one key; the others can
 * be edited. `checking` means that no answer came and the sale may or may not be recorded (design §4.2).
 */
export type SalePhase =
  | { readonly at: 'paying' }
  | { readonly at: 'saving' }
  | { readonly at: 'checking'; readonly asked: number; readonly sentence: string; readonly code: string }
  | { readonly at: 'refused'; readonly refusal: SaleRefusal };

export type SaleEvent =
  /** Pay was pressed and the cart is locked under its key. */
  | { readonly kind: 'sent' }
  /** A page that opens finds a sale sent before. */
  | { readonly kind: 'found-sent' }
  | { readonly kind: 'unanswered'; readonly sentence: string; readonly code: string }
  | { readonly kind: 'refused'; readonly refusal: SaleRefusal }
  | { readonly kind: 'sold' }
  | { readonly kind: 'put-aside' }
  /** The refusal was read, and answered one way or the other. */
  | { readonly kind: 'acknowledged' };

export const PAYING: SalePhase = { at: 'paying' };

const FOUND_SENT = 'The page was reloaded before the answer came.';

export function isOnItsWay(phase: SalePhase): boolean {
  return phase.at === 'saving' || phase.at === 'checking';
}

/** Events that do not fit the phase change nothing: a second press of Pay, an answer to what was put aside. */
export function reduceSale(phase: SalePhase, event: SaleEvent): SalePhase {
  switch (event.kind) {
    case 'sent':
      return isOnItsWay(phase) ? phase : { at: 'saving' };
    case 'found-sent':
      return isOnItsWay(phase) ? phase : { at: 'checking', asked: 0, sentence: FOUND_SENT, code: 'reloaded' };
    case 'unanswered': {
      if (!isOnItsWay(phase)) return phase;
      const asked = phase.at === 'checking' ? phase.asked + 1 : 1;
      return { at: 'checking', asked, sentence: event.sentence, code: event.code };
    }
    case 'refused':
      return isOnItsWay(phase) ? { at: 'refused', refusal: event.refusal } : phase;
    case 'sold':
    case 'put-aside':
      return isOnItsWay(phase) ? PAYING : phase;
    case 'acknowledged':
      return phase.at === 'refused' ? PAYING : phase;
  }
}
