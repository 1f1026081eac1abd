import { tillId as tillIdSchema } from '#contract/tills.ts';
import { newUuid } from './new-uuid.ts';

/** Outlives sign-outs and "Clear All Cache" (`browser-data.ts`). */
const KEY = 'tillwright.till';

/**
 * The id of this till, that is of this browser profile, regardless of who is signed in. It is made on first use. Null
 * if the browser stores nothing, because a new id on every page would not identify a till. Rule: workspace/tills.
 */
export function ownTillId(): string | null {
  try {
    const kept = tillIdSchema.safeParse(localStorage.getItem(KEY));
    if (kept.success) return kept.data;
    localStorage.setItem(KEY, newUuid());
    // Another window may have written an id at the same time; the later one counts.
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
