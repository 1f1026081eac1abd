import { z } from 'zod';
import { inventoryRoute, setStockRoute } from '#contract/inventory.ts';
import type { Route } from '#contract/route.ts';
import { adjustStockRoute } from '#contract/stock-adjustments.ts';
import { displayQuantity, type Milli, parseQuantity, toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { call } from '#web/api/call.ts';
import type { CallError } from '#web/api/call-error.ts';
import { commands, ownerNow, useCommands } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandOutcome } from '#web/api/commands/definition.ts';
import { type CommandRecord, concerns, isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { perOwner } from '#web/api/per-owner.ts';
import { applyFetchedStock, applyStockItems, stockClock, stockNow } from '#web/entities/stock/stock.ts';
import { ask } from '#web/ui/prompts.tsx';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/toast.tsx';
import { keepListed } from './audit-mode.ts';

export interface NamedItem extends StockItem {
  readonly name: string;
}

const milli = z.int().transform(toMilli);
const memoSchema = z.object({
  productId: z.int(),
  variationId: z.int().nullable(),
  name: z.string(),
  /** What the card says while it is on its way. */
  shownMilli: milli,
  /** Of a number: the one it replaces. */
  seenMilli: milli.nullable(),
});
type Memo = z.output<typeof memoSchema>;

function cardCommand<R extends Route>(kind: string, route: R): CommandDefinition<R, Memo> {
  return { kind, route, readMemo: (kept) => memoSchema.safeParse(kept).data ?? null };
}

/** A press on minus or plus: a difference, so that what is sold meanwhile stays sold. */
export const stockChangeCommand = cardCommand('card-stock-change', adjustStockRoute);
/** A number that was typed: it replaces the one that was seen. */
export const stockNumberCommand = cardCommand('card-stock-number', setStockRoute);

/** What is wanted of an item on top of what is on its way: changes by the buttons first, then the typed number. */
interface Wanted {
  readonly shownMilli: Milli;
  readonly deltaMilli: number;
  readonly set: { readonly toMilli: Milli; readonly seenMilli: Milli } | null;
}

const useWanted = perOwner<{ items: ReadonlyMap<string, Wanted> }>(() => ({ items: new Map() }));
/** Items whose person is being asked which number is to stand. */
const asking = new Set<string>();

const wantedOf = (item: StockItem) => useWanted.getState().items.get(stockKey(item));

function setWanted(item: StockItem, wanted: Wanted | null): void {
  const items = new Map(useWanted.getState().items);
  if (wanted === null) items.delete(stockKey(item));
  else items.set(stockKey(item), wanted);
  useWanted.setState({ items });
}

function isOf(record: CommandRecord, key: string | null): boolean {
  const isKind = record.kind === stockChangeCommand.kind || record.kind === stockNumberCommand.kind;
  return isKind && (key === null || record.subject === key) && isOpen(record) && concerns(record, ownerNow());
}

function openOf(item: StockItem): CommandRecord | null {
  const key = stockKey(item);
  return [...commands.store.getState().records.values()].find((record) => isOf(record, key)) ?? null;
}

const readMemo = (record: CommandRecord | null) => memoSchema.safeParse(record?.memo).data ?? null;

/** What a card says of an item while changes are on their way; null while there are none. */
function unsavedOf(item: StockItem): Milli | null {
  return wantedOf(item)?.shownMilli ?? readMemo(openOf(item))?.shownMilli ?? null;
}

const shownNow = (item: StockItem): Milli => unsavedOf(item) ?? stockNow(item);

/** The outcome hoped for while changes are on their way, undisturbed by events of the same change; else null. */
export function useUnsaved(item: StockItem): Milli | null {
  // Either store may bring it.
  useCommands(() => unsavedOf(item));
  return useWanted(() => unsavedOf(item));
}

/** By how much the cards of these items are ahead of the books. */
export function useUnsavedChange(items: readonly StockItem[]): number {
  const sum = () => items.reduce((total, item) => total + shownNow(item) - stockNow(item), 0);
  useCommands(sum);
  return useWanted(sum);
}

/** Whether the answer to the last change has not come: nothing more can be changed before. */
export function useIsUnknown(item: StockItem): boolean {
  return useCommands(() => openOf(item)?.state === 'unknown');
}

/** Rule: grid/set-and-change. */
function reasonOf(deltaMilli: number): string {
  return deltaMilli < 0 ? 'Manual decrease' : 'Manual increase';
}

/** Changes stock by a little, never below 0; presses while one is being saved go together. */
export function changeStock(item: NamedItem, deltaMilli: number): void {
  const before = shownNow(item);
  const after = toMilli(Math.max(0, before + deltaMilli));
  if (after === before) return;
  want(item, ({ deltaMilli: waiting, set }) =>
    set === null
      ? { shownMilli: after, deltaMilli: waiting + after - before, set }
      : { shownMilli: after, deltaMilli: waiting, set: { ...set, toMilli: after } },
  );
}

/** Sets stock to what was counted, if it is still what was seen; else asks which number is to stand. */
export function setStockTo(item: NamedItem, to: Milli, seenMilli: Milli): void {
  want(item, ({ deltaMilli, set }) => ({
    shownMilli: to,
    deltaMilli,
    set: { toMilli: to, seenMilli: set?.seenMilli ?? seenMilli },
  }));
}

const NOTHING: Omit<Wanted, 'shownMilli'> = { deltaMilli: 0, set: null };

function want(item: NamedItem, add: (before: Omit<Wanted, 'shownMilli'>) => Wanted): void {
  keepListed(item.productId);
  if (openOf(item)?.state === 'unknown') {
    toast.error(`${item.name}: nothing was changed. It is not known yet whether the last change saved.`);
    return;
  }
  setWanted(item, add(wantedOf(item) ?? NOTHING));
  sendNext(item);
}

/** Sends what is wanted of an item, once nothing else of it is on its way. */
function sendNext(item: NamedItem): void {
  const wanted = wantedOf(item);
  if (!wanted || openOf(item) || asking.has(stockKey(item))) return;
  const { shownMilli, deltaMilli, set } = wanted;
  const { productId, variationId, name } = item;
  const shared = { subject: stockKey(item), memo: { productId, variationId, name, shownMilli, seenMilli: null } };
  const place = { product_id: productId, variation_id: variationId };
  if (deltaMilli !== 0) {
    const change = {
      ...place,
      adjustment_quantity: toQuantityNumber(toMilli(deltaMilli)),
      reason: reasonOf(deltaMilli),
    };
    const title = `${name}: ${deltaMilli > 0 ? '+' : ''}${displayQuantity(toMilli(deltaMilli))} in stock`;
    const sent = commands.send(stockChangeCommand, { ...shared, title, body: { adjustments: [change] } });
    setWanted(item, set && { shownMilli, deltaMilli: 0, set });
    void orSay(item, sent);
  } else if (set) {
    const body = {
      ...place,
      quantity: toQuantityNumber(set.toMilli),
      expected_quantity: toQuantityNumber(set.seenMilli),
    };
    const memo = { ...shared.memo, shownMilli: set.toMilli, seenMilli: set.seenMilli };
    const title = `${name}: stock set to ${displayQuantity(set.toMilli)}`;
    const sent = commands.send(stockNumberCommand, { ...shared, memo, title, body });
    setWanted(item, null);
    void orSay(item, sent);
  } else setWanted(item, null);
}

/** What was not sent is not wanted any more, nor what was wanted on top of it. */
async function orSay(item: NamedItem, sent: Promise<boolean>): Promise<void> {
  if (await sent) return;
  setWanted(item, null);
  toast.error(`${item.name}: nothing was changed. Look at the stock and do it again.`);
}

type Done = CommandOutcome<typeof adjustStockRoute> | CommandOutcome<typeof setStockRoute>;

/** @param patch applies the figures of a first answer */
function heard(outcome: Done, record: CommandRecord, patch: (memo: Memo) => void): void {
  const memo = readMemo(record);
  if (!memo) return;
  if (outcome.kind === 'refused') return void refused(memo, record, outcome.error);
  if (outcome.kind === 'elsewhere' && outcome.state === 'refused') {
    return notChanged(memo, `${memo.name}: nothing was changed. Another window of this browser says why.`);
  }
  if (outcome.kind === 'otherwise') {
    tellOtherwise(record.title, outcome.error, 'This was saved before, perhaps with another number.');
  }
  if (outcome.kind === 'done' && outcome.first) patch(memo);
  else void readAgain(memo);
  sendNext(memo);
}

// For as long as the page lives: a change is answered while another view is shown.
commands.watch(stockChangeCommand, null, (outcome, record) =>
  heard(outcome, record, () => {
    if (outcome.kind !== 'done') return;
    applyStockItems(
      outcome.reply.data.map(({ product_id, variation_id, new_stock, movement_id }) => {
        return { product_id, variation_id, quantity: new_stock, movement_id: movement_id ?? undefined };
      }),
    );
  }),
);
commands.watch(stockNumberCommand, null, (outcome, record) =>
  // The event of this very change may have come before its reply, or that of a later one: those are newer.
  heard(outcome, record, (memo) => {
    const startedAt = stockClock() - (Date.now() - record.sentAt);
    applyFetchedStock(startedAt, [{ ...itemOf(memo), quantityMilli: memo.shownMilli }]);
  }),
);

const itemOf = ({ productId, variationId }: Memo): StockItem => ({ productId, variationId });

function quantityOf(value: unknown): Milli | null {
  const read = typeof value === 'number' || typeof value === 'string' ? parseQuantity(value) : null;
  return read?.ok ? read.value : null;
}

/** Whatever was wanted on top of a refused change was wanted of another number. */
function notChanged(memo: Memo, why: string): void {
  setWanted(memo, null);
  toast.error(why);
  void readAgain(memo);
}

async function refused(memo: Memo, record: CommandRecord, error: CallError): Promise<void> {
  const present = error.code === 'stock_changed' ? quantityOf(error.details['current']) : null;
  // Whoever took it over did not see the number it replaces: it is not for them to say which is to stand.
  if (present === null || memo.seenMilli === null || record.begunBy !== null) {
    return notChanged(memo, `Failed to update inventory: ${error.status}. ${memo.name}: ${error.message}`);
  }
  // From before the question: while it is asked the stock may change, and its person may go to another location.
  const startedAt = stockClock();
  const mine = wantedOf(memo)?.set?.toMilli ?? memo.shownMilli;
  const again = { shownMilli: mine, deltaMilli: 0, set: { toMilli: mine, seenMilli: present } };
  setWanted(memo, again);
  asking.add(record.subject);
  const setsIt = present !== mine && (await setsMine(memo, mine, memo.seenMilli, present));
  asking.delete(record.subject);
  if (!isOwnedBy(record, ownerNow())) return;
  if (!setsIt) {
    setWanted(memo, null);
    return applyFetchedStock(startedAt, [{ ...itemOf(memo), quantityMilli: present }]);
  }
  sendNext(memo);
}

function setsMine({ name }: NamedItem, mine: Milli, seen: Milli, theirs: Milli): Promise<boolean> {
  const [setTo, was, is] = [mine, seen, theirs].map(displayQuantity);
  return ask({
    title: 'Stock changed meanwhile',
    message: `${name}: you saw ${was} and set ${setTo}, but it is ${is} now. Nothing was set yet.`,
    confirmLabel: `Set ${setTo}`,
    cancelLabel: `Keep ${is}`,
    // It undoes what somebody else did: a second Enter does not.
    tone: 'danger',
  });
}

async function readAgain(item: StockItem): Promise<void> {
  const { productId, variationId } = item;
  const startedAt = stockClock();
  try {
    const { data } = await call(inventoryRoute, { query: { product_id: productId } });
    const row = data.find((one) => one.variation_id === variationId);
    const quantityMilli = row === undefined ? null : quantityOf(row.quantity);
    if (quantityMilli !== null) applyFetchedStock(startedAt, [{ productId, variationId, quantityMilli }]);
  } catch {
    toast.error('Could not retrieve current inventory');
  }
}
