import { type RawBuilder, sql } from 'kysely';

/**
 * True for an instant that is over, or lies further ahead than it is ever set: the clock was set back since, by that much at
 * least, and nobody waits until it is as late again.
 */
export const isOver = (instant: string, mostAheadS: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(instant)} <= now() OR ${sql.ref(instant)} > now() + make_interval(secs => ${sql.lit(mostAheadS)}))`;
