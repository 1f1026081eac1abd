import { sql } from 'kysely';

/**
 * Lines of an answer are written for this long after its end, and no later. A deletion of a customer marks the answers that
 * ended within this time, so no line with the name is written after it. Rule: customers/forgotten.
 */
export const LINES_AFTER_END = sql`interval '2 minutes'`;
