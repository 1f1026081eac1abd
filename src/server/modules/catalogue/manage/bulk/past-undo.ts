import { sql } from 'kysely';
import { BULK_UNDO_DAYS } from '#contract/bulk-edits.ts';

/** Of a row of `bulk_edits`. Rule: catalogue/bulk-undo. */
export const IS_PAST_UNDO = sql`made_at < now() - make_interval(days => ${sql.lit(BULK_UNDO_DAYS)})`;
