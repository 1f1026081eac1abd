import { DatabaseBusy } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { Gate } from './gate.ts';

/** The longest wait for a turn. A till has given up by then. */
const TURN_WITHIN_MS = 20_000;

/**
 * Waits for the caller's turn at the gate and resolves with the function that ends it.
 * @throws DatabaseBusy when the turn does not come in time; the signal's reason when the caller hangs up before
 */
export async function turnOf(caller: Partial<Caller>, gate: Gate): Promise<() => void> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new DatabaseBusy()), TURN_WITHIN_MS);
  const signals = [patience.signal, ...(caller.signal ? [caller.signal] : [])];
  try {
    return await gate.enter({ of: caller.name, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
}
