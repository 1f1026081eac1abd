import { sql } from 'kysely';
import { toQuantity } from '#contract/wire.ts';
import { toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { inLockOrder, stockKey } from '#domain/stock.ts';
import { applicableChange } from '#domain/stock-count.ts';
import type { Tx } from '#server/db/pool.ts';
import {
  type Level,
  lockStock,
  type Moved,
  type Place,
  readUnsold,
  settleAhead,
  tryMoveStock,
} from '#server/stock/stock-moves.ts';
import { shareLock } from '#server/db/named-locks.ts';
import { type AskedLine, type AuditLine, insertAuditLines } from './audit-queries.ts';

/** From this number of lines on, lines of goods that rarely sell are written before any stock is locked. */
const MANY_LINES = 200;

interface Written {
  /** In the order in which they were asked for. */
  readonly lines: readonly AuditLine[];
  readonly moved: readonly Moved[];
}

/**
 * Writes the lines of an audit and their movements, at most down to zero, and leaves the items' stock locked. Sales of an item wait
 * while its stock is locked, so most of a long count is written before that. Rule: stock/written-ahead.
 */
export async function writeLines(tx: Tx, place: Place, auditId: number, asked: readonly AskedLine[]): Promise<Written> {
  const write = async (
    some: readonly AskedLine[],
    levels: ReadonlyMap<string, Level>,
    how: { ahead?: boolean; follows?: boolean },
  ): Promise<Written> => {
    const lines = some.map((line) => atLevel(line, levels.get(stockKey(line))));
    await insertAuditLines(tx, auditId, lines);
    return { lines, moved: await move(tx, place, auditId, lines, how) };
  };

  const unsold = asked.length < MANY_LINES ? new Map<string, Level>() : await readUnsold(tx, place.locationId, asked);
  if (unsold.size > 0) {
    // A change of a unit locks the stock of its product and then the product, which lines hold.
    await shareLock(tx, 'units');
    await sql`SAVEPOINT ahead`.execute(tx);
    const isUnsold = (line: AskedLine): boolean => unsold.has(stockKey(line));
    const first = await write(asked.filter(isUnsold), unsold, { ahead: true });
    const levels = await lockStock(tx, place.locationId, asked);
    if ([...unsold].every(([key, { version }]) => levels.get(key)?.version === version)) {
      await settleAhead(tx, place.locationId, first.moved);
      const sold = asked.filter((line) => !isUnsold(line));
      const rest = await write(sold, levels, { follows: first.moved.length > 0 });
      return {
        lines: [...first.lines, ...rest.lines].toSorted((a, b) => a.position - b.position),
        moved: [...first.moved, ...rest.moved],
      };
    }
    await sql`ROLLBACK TO SAVEPOINT ahead`.execute(tx);
  }
  return write(asked, await lockStock(tx, place.locationId, asked), {});
}

function atLevel(line: AskedLine, level: Level | undefined): AuditLine {
  const beforeMilli = level?.quantityMilli ?? ZERO_MILLI;
  const appliedMilli = applicableChange(beforeMilli, line.askedMilli);
  return { ...line, appliedMilli, beforeMilli, afterMilli: toMilli(beforeMilli + appliedMilli) };
}

async function move(
  tx: Tx,
  place: Place,
  batchId: number,
  lines: readonly AuditLine[],
  { ahead = false, follows = false }: { ahead?: boolean; follows?: boolean },
): Promise<Moved[]> {
  const changed = inLockOrder(lines.filter(({ appliedMilli }) => appliedMilli !== 0));
  if (changed.length === 0) return [];
  const moves = changed.map(({ productId, variationId, appliedMilli, askedMilli, reason }) => ({
    productId,
    variationId,
    deltaMilli: appliedMilli,
    action: 'audit' as const,
    reason,
    batchId,
    ...(follows && { follows }),
    ...(appliedMilli !== askedMilli && { details: { quantity_asked: toQuantity(askedMilli) } }),
  }));
  // The lines stop at zero by themselves.
  const answer = await tryMoveStock(tx, place, moves, ahead ? 'ahead' : 'floor');
  if (answer.outcome === 'short') throw new Error('a count that stops at zero found too little');
  return answer.moves;
}
