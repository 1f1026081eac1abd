import { tillId as tillIdSchema } from '#contract/tills.ts';
import { newUuid } from './new-uuid.ts';

/** Outlives sign-outs and "Clear All Cache" (`browser-data.ts`). */
const KEY = 'tillwright.till';

/**
 * The id of this till: of this profile of the browser, whoever is signed in. Made when it is first asked for. Null where
 * the browser keeps nothing, because a new id on every page would be no till. Rule: workspace/tills.
 */
export function ownTillId(): string | null {
  try {
    const kept = tillIdSchema.safeParse(localStorage.getItem(KEY));
    if (kept.success) return kept.data;
    localStorage.setItem(KEY, newUuid());
    // Another window may have made one at the same time: the last one stays.
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
