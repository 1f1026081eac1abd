import type { DemoMovement } from './stock-ledger.ts';
import type { StockPlan } from '../model.ts';
import { type PlannedMove, jarKey, wordsByUnit } from './planned-moves.ts';
import { createRandom, type Random } from '../random.ts';
import { CATEGORIES, LOCATIONS, STAFF } from '../shop.ts';
import { addDays, instantAt } from '../shop-time.ts';

/** A planned count: its jars, and the difference found on each. */
export interface PlannedAudit {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly description: string;
  readonly locationId: number;
  readonly actorId: number;
  readonly at: Date;
  readonly jars: readonly StockPlan[];
  /** One for each jar that differs from the books. */
  readonly moves: readonly PlannedMove[];
}

export interface DemoAuditLine {
  readonly productId: number;
  readonly variationId: number | null;
  readonly beforeMilli: number;
  readonly deltaMilli: number;
  readonly reason: string;
}

export interface DemoAudit extends PlannedAudit {
  readonly lines: readonly DemoAuditLine[];
  readonly netMilli: number;
  /** "-3 g", "-2 pieces". */
  readonly byUnit: readonly string[];
}

const FIRST_ID = 1001;
const MANAGER = 2;
const COUNTED_SECOND = 21 * 3600 + 10 * 60;
const EVERY_DAYS = 28;
const OLDEST_DAYS = 350;
const MOST_SHELVES = 36;
const FEWEST_SHELVES = 10;
/** The share of jars that differ from the books. `MORE` is the share of those that hold more than the books say. */
const WRONG = 0.3;
const MORE = 0.2;
const REASONS = ['Recounted twice', 'Broken seal', 'Found behind the counter', '', '', ''] as const;

/**
 * The counts of a year: every four weeks, on its own day, each location counts its next category. Missing goods go into
 * the ledger with all other moves. Surplus goods are few, and only in jars that have them to spare.
 * @param taken keys of jars on which something else was planned
 */
export function planAudits(
  jars: readonly StockPlan[],
  today: string,
  taken: ReadonlySet<string>,
  random: Random = createRandom('audits'),
): PlannedAudit[] {
  const found = new Set(taken);
  const planned = LOCATIONS.flatMap(({ id: locationId }, place) => {
    const audits: Omit<PlannedAudit, 'id' | 'number'>[] = [];
    for (let daysAgo = 3 + place * 4, turn = place; daysAgo < OLDEST_DAYS; daysAgo += EVERY_DAYS, turn += 1) {
      const category = CATEGORIES[turn % CATEGORIES.length];
      const here = jars.filter((jar) => jar.locationId === locationId && jar.product.categoryId === category?.id);
      if (!category || here.length < FEWEST_SHELVES) continue;
      const day = addDays(today, -daysAgo);
      const counted = here.slice(0, MOST_SHELVES);
      const at = instantAt(day, COUNTED_SECOND + place * 60);
      audits.push({
        name: `${category.name} count`,
        description: turn % 3 === 0 ? 'After closing, two people' : '',
        locationId,
        actorId: actorOf(locationId, turn),
        at,
        jars: counted,
        moves: movesOf(counted, at, found, random),
      });
    }
    return audits;
  });
  return planned
    .filter(({ moves }) => moves.length > 0)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((audit, n) => {
      const id = FIRST_ID + n;
      const numbered = { ...audit, id, number: `AUD-${id}` };
      return { ...numbered, moves: audit.moves.map((move) => ({ ...move, actorId: audit.actorId, auditId: id })) };
    });
}

/** Staff count their own shop; now and then the manager comes. */
function actorOf(locationId: number, turn: number): number {
  const own = STAFF.filter((person) => person.role === 'staff' && person.locationId === locationId);
  return turn % 3 === 0 ? MANAGER : (own[0]?.id ?? MANAGER);
}

function movesOf(counted: readonly StockPlan[], at: Date, found: Set<string>, random: Random): PlannedMove[] {
  return counted.flatMap((jar): PlannedMove[] => {
    const { locationId, product, variant, endMilli } = jar;
    const isWrong = random.chance(WRONG);
    const isMore = random.chance(MORE);
    const units = random.int(1, 3);
    const reason = random.pick(REASONS);
    if (!isWrong) return [];
    const stepMilli = product.stockUnit === 'g' ? 500 : 1000;
    const key = jarKey(locationId, product.id, variant?.id ?? null);
    const hasToSpare = !found.has(key) && endMilli >= 8 * stepMilli;
    if (isMore && !hasToSpare) return [];
    if (isMore) found.add(key);
    return [
      {
        locationId,
        productId: product.id,
        variationId: variant?.id ?? null,
        deltaMilli: isMore ? stepMilli : -units * stepMilli,
        action: 'audit',
        reason: reason || 'Audit',
        at,
        transfer: null,
      },
    ];
  });
}

/** The counts with all their lines, those that agreed with the books included. */
export function makeAudits(planned: readonly PlannedAudit[], movements: readonly DemoMovement[]): DemoAudit[] {
  const chains = new Map<string, DemoMovement[]>();
  for (const movement of movements) {
    const key = jarKey(movement.locationId, movement.productId, movement.variationId);
    const chain = chains.get(key);
    if (chain) chain.push(movement);
    else chains.set(key, [movement]);
  }
  return planned.map((audit) => {
    const moved = new Map(audit.moves.map((move) => [jarKey(move.locationId, move.productId, move.variationId), move]));
    const lines = audit.jars.map(({ locationId, product, variant }): DemoAuditLine => {
      const key = jarKey(locationId, product.id, variant?.id ?? null);
      const move = moved.get(key);
      const before = (chains.get(key) ?? []).findLast(
        (movement) => movement.at.getTime() <= audit.at.getTime() && movement.planned?.auditId !== audit.id,
      );
      return {
        productId: product.id,
        variationId: variant?.id ?? null,
        beforeMilli: before?.afterMilli ?? 0,
        deltaMilli: move?.deltaMilli ?? 0,
        reason: move?.reason ?? 'Audit',
      };
    });
    const byUnit = wordsByUnit(audit.jars.map((jar, at) => [jar, lines[at]?.deltaMilli ?? 0]));
    return { ...audit, lines, netMilli: lines.reduce((sum, { deltaMilli }) => sum + deltaMilli, 0), byUnit };
  });
}
