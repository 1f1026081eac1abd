import type { Cents } from '#domain/money.ts';
import { readMoney } from '#domain/typed.ts';
import type { PendingRestocks } from '../pending/pending.ts';

/** The typed cost of each item, or the last cost that was paid. Rule: purchasing/last-costs. */
export function withLastCosts(
  restocks: PendingRestocks,
  typed: ReadonlyMap<string, string>,
  last: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  return new Map([...restocks.keys()].map((key) => [key, typed.get(key) ?? last.get(key) ?? '']));
}

/** The typed costs that are amounts, and whether one is not. */
export function readCosts(texts: ReadonlyMap<string, string>): { costs: Map<string, Cents>; wrong: Set<string> } {
  const costs = new Map<string, Cents>();
  const wrong = new Set<string>();
  for (const [key, text] of texts) {
    if (text.trim() === '') continue;
    const read = readMoney(text);
    if (read.ok) costs.set(key, read.value);
    else wrong.add(key);
  }
  return { costs, wrong };
}
