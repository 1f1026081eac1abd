import { z } from 'zod';
import { inventoryRoute, setStockRoute } from '#contract/inventory.ts';
import type { Route } from '#contract/route.ts';
import { adjustStockRoute } from '#contract/stock-adjustments.ts';
import {
  MAX_STOCK_MILLI,
  displayQuantity,
  type Milli,
  parseQuantity,
  toMilli,
  toQuantityNumber,
} from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { call } from '#web/api/call/call.ts';
import type { CallError } from '#web/api/call/call-error.ts';
import { commands, ownerNow, useCommands } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandOutcome, NextCommand } from '#web/api/commands/definition.ts';
import { type CommandRecord, concerns, isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { applyFetchedStock, applyStockItems, stockClock, stockNow } from '#web/entities/stock/stock.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { keepListed } from './audit-mode.ts';

export interface CountedItem extends StockItem {
  readonly name: string;
}

const milli = z.int().transform(toMilli);
/** The change that is wanted after the one being sent: presses on the buttons first, then the typed number. */
const wantedSchema = z.object({
  /** The key of the later command, made now, so that the command happens once even if it is sent several times. */
  key: z.string().min(1),
  shownMilli: milli,
  deltaMilli: z.int(),
  set: z.object({ toMilli: milli, seenMilli: milli }).nullable(),
});
type Wanted = z.output<typeof wantedSchema>;
const memoSchema = z.object({
  productId: z.int(),
  variationId: z.int().nullable(),
  name: z.string(),
  /** The stock that the card shows until the answer comes. */
  shownMilli: milli,
  /** The number that a typed one replaces; null for a change by the buttons. */
  seenMilli: milli.nullable(),
  /** Stored together with the command that it waits for, and sent as soon as that is done. */
  next: wantedSchema.nullable().default(null),
});
type Memo = z.output<typeof memoSchema>;

const readMemo = (kept: unknown): Memo | null => memoSchema.safeParse(kept).data ?? null;

function cardCommand<R extends Route>(kind: string, route: R): CommandDefinition<R, Memo> {
  return {
    kind,
    route,
    readMemo,
    next: nextOf,
  };
}

/** A press on minus or plus. It is sent as a difference, so that sales made meanwhile are kept. */
export const stockChangeCommand = cardCommand('card-stock-change', adjustStockRoute);
/** A typed number, which replaces the one that was seen. */
export const stockNumberCommand = cardCommand('card-stock-number', setStockRoute);

/** Items whose person is being asked which number to keep, with the number that they entered. */
const useAsked = perOwner<{ items: ReadonlyMap<string, Milli> }>(() => ({ items: new Map() }));

function setAsked(item: StockItem, entered: Milli | null): void {
  const items = new Map(useAsked.getState().items);
  if (entered === null) items.delete(stockKey(item));
  else items.set(stockKey(item), entered);
  useAsked.setState({ items });
}

function isOf(record: CommandRecord, key: string | null): boolean {
  const isKind = record.kind === stockChangeCommand.kind || record.kind === stockNumberCommand.kind;
  return isKind && (key === null || record.subject === key) && isOpen(record) && concerns(record, ownerNow());
}

function openOf(item: StockItem): CommandRecord | null {
  const key = stockKey(item);
  return [...commands.store.getState().records.values()].find((record) => isOf(record, key)) ?? null;
}

/** The stock of an item that its person wants after all changes. */
const entered = ({ next, shownMilli }: Memo): Milli => next?.shownMilli ?? shownMilli;

/** The stock that a card shows while changes are unsaved; null if there are none. */
export function unsavedOf(item: StockItem): Milli | null {
  const memo = readMemo(openOf(item)?.memo);
  return useAsked.getState().items.get(stockKey(item)) ?? (memo && entered(memo));
}

const shownNow = (item: StockItem): Milli => unsavedOf(item) ?? stockNow(item);

/**
 * The stock expected after the unsaved changes, unaffected by live events of the same changes; null if there are none.
 */
export function useUnsaved(item: StockItem): Milli | null {
  // A change in either store draws it again.
  useCommands(() => unsavedOf(item));
  return useAsked(() => unsavedOf(item));
}

/** The difference between the stock that the cards of these items show and the books. */
export function useUnsavedChange(items: readonly StockItem[]): number {
  const sum = () => items.reduce((total, item) => total + shownNow(item) - stockNow(item), 0);
  useCommands(sum);
  return useAsked(sum);
}

/** True while it is unknown whether the last change was saved. Nothing more can be changed until then. */
export function useIsUnknown(item: StockItem): boolean {
  return useCommands(() => openOf(item)?.state === 'unknown');
}

/** Rule: grid/set-and-change. */
function reasonOf(deltaMilli: number): string {
  return deltaMilli < 0 ? 'Manual decrease' : 'Manual increase';
}

/** Changes stock by a small step, never below 0. Presses during a save are merged. */
export function changeStock(item: CountedItem, deltaMilli: number): void {
  const stepped = (from: Milli) => toMilli(Math.max(0, from + deltaMilli));
  if (stepped(shownNow(item)) === shownNow(item)) return;
  void want(item, ({ shownMilli: before, deltaMilli: waiting, set }) => {
    const shownMilli = stepped(before);
    return set === null
      ? { shownMilli, deltaMilli: waiting + shownMilli - before, set }
      : { shownMilli, deltaMilli: waiting, set: { ...set, toMilli: shownMilli } };
  });
}

/** Sets stock to a counted number if it is still the number that was seen. Otherwise asks which number to keep. */
export function setStockTo(item: CountedItem, to: Milli, seenMilli: Milli): void {
  void want(item, ({ deltaMilli, set }) => ({
    shownMilli: to,
    deltaMilli,
    set: { toMilli: to, seenMilli: set?.seenMilli ?? seenMilli },
  }));
}

type Entry = Omit<Wanted, 'key'>;

async function want(item: CountedItem, add: (before: Entry) => Entry): Promise<void> {
  keepListed(item.productId);
  const open = openOf(item);
  if (open?.state === 'unknown') {
    toast.error(`${item.name}: nothing was changed. It is not known yet whether the last change saved.`);
    return;
  }
  const key = newUuid();
  if (!open) return send(item, { key, ...add({ shownMilli: shownNow(item), deltaMilli: 0, set: null }) });
  const by = ownerNow();
  if (await commands.amend(open.key, (record) => onTop(record, key, add))) return;
  // The open command was answered at this moment, so this is a separate change.
  if (by !== null && isOwnedBy({ owner: by }, ownerNow())) return want(item, add);
  toast.error(`${item.name}: nothing was changed. Look at the stock and do it again.`);
}

/**
 * Adds a press to the record of an open command. It is stored there, so that a reload or a kill does not lose it, and
 * presses in two windows are merged.
 */
function onTop(open: CommandRecord, key: string, add: (before: Entry) => Entry): Partial<CommandRecord> {
  const memo = readMemo(open.memo);
  if (memo === null) return {};
  const entry = add({ deltaMilli: 0, set: null, ...memo.next, shownMilli: entered(memo) });
  const isNothing = entry.deltaMilli === 0 && entry.set === null;
  const next: Wanted | null = isNothing ? null : { ...entry, key: memo.next?.key ?? key };
  const sent = open.title.split(THEN)[0] ?? '';
  return { memo: { ...memo, next }, title: next ? `${sent}${THEN}${wordsOf(next)}` : sent };
}

const THEN = ', then ';
const signed = (deltaMilli: number) => `${deltaMilli > 0 ? '+' : ''}${displayQuantity(toMilli(deltaMilli))}`;

function wordsOf({ deltaMilli, set }: Entry): string {
  const words = [deltaMilli !== 0 && `${signed(deltaMilli)} in stock`, set && `set to ${displayQuantity(set.toMilli)}`];
  return words.filter(Boolean).join(THEN);
}

/** The command that makes a wanted change. */
function commandOf({ productId, variationId, name }: CountedItem, wanted: Wanted) {
  const { key, shownMilli, deltaMilli, set } = wanted;
  const place = { product_id: productId, variation_id: variationId };
  const title = `${name}: ${wordsOf(wanted)}`;
  const memo: Memo = { productId, variationId, name, shownMilli, seenMilli: set?.seenMilli ?? null, next: null };
  if (deltaMilli === 0 && set) {
    const body = {
      ...place,
      quantity: toQuantityNumber(set.toMilli),
      expected_quantity: toQuantityNumber(set.seenMilli),
    };
    return { key, title, memo, sets: body };
  }
  const change = {
    ...place,
    adjustment_quantity: toQuantityNumber(toMilli(deltaMilli)),
    reason: reasonOf(deltaMilli),
  };
  const next = set && { key: `${key}-set`, shownMilli, deltaMilli: 0, set };
  return { key, title, memo: { ...memo, seenMilli: null, next }, changes: { adjustments: [change] } };
}

/** The command for the change that was wanted after this one. */
function nextOf({ memo: kept }: CommandRecord): NextCommand | null {
  const memo = readMemo(kept);
  if (!memo?.next) return null;
  const { sets, changes, ...command } = commandOf(memo, memo.next);
  const kind = sets ? stockNumberCommand.kind : stockChangeCommand.kind;
  return { ...command, kind, request: { params: undefined, query: undefined, body: sets ?? changes } };
}

async function send(item: CountedItem, wanted: Wanted): Promise<void> {
  const { sets, changes, ...shared } = commandOf(item, wanted);
  const command = { ...shared, subject: stockKey(item) };
  const isSent = await (sets
    ? commands.send(stockNumberCommand, { ...command, body: sets })
    : commands.send(stockChangeCommand, { ...command, body: changes }));
  if (!isSent) toast.error(`${item.name}: nothing was changed. Look at the stock and do it again.`);
}

type Done = CommandOutcome<typeof adjustStockRoute> | CommandOutcome<typeof setStockRoute>;

/** @param patch applies the figures of the first answer to a command */
function heard(outcome: Done, record: CommandRecord, patch: (memo: Memo) => void): 'keep' | undefined {
  const memo = readMemo(record.memo);
  if (!memo) return undefined;
  if (outcome.kind === 'refused') return refused(memo, record, outcome.error);
  if (outcome.kind === 'elsewhere' && outcome.state === 'refused') {
    return notChanged(memo, `${memo.name}: nothing was changed. Another window of this browser says why.`);
  }
  if (outcome.kind === 'otherwise') {
    tellOtherwise(record.title, outcome.error, 'This was saved before, perhaps with another number.');
  }
  if (outcome.kind === 'done' && outcome.first) patch(memo);
  else void readAgain(memo);
  return undefined;
}

// Watches as long as the page lives, because a change may be answered while another view is shown.
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
  // The live event of this change, or of a later one, may have come before the reply, and then is newer.
  heard(outcome, record, (memo) => {
    const startedAt = stockClock() - (Date.now() - record.sentAt);
    applyFetchedStock(startedAt, [{ ...itemOf(memo), quantityMilli: memo.shownMilli }]);
  }),
);

const itemOf = ({ productId, variationId }: Memo): StockItem => ({ productId, variationId });

function quantityOf(value: unknown): Milli | null {
  const read = typeof value === 'number' || typeof value === 'string' ? parseQuantity(value, MAX_STOCK_MILLI) : null;
  return read?.ok ? read.value : null;
}

/**
 * Tells that nothing was changed. Changes that waited for the refused one are dropped, because they were based on
 * another number.
 */
function notChanged(memo: Memo, why: string): undefined {
  toast.error(why);
  void readAgain(memo);
}

function refused(memo: Memo, record: CommandRecord, error: CallError): 'keep' | undefined {
  const present = error.code === 'stock_changed' ? quantityOf(error.details['current']) : null;
  // A person who took the command over did not see the replaced number, so they cannot choose which one to keep.
  if (present === null || memo.seenMilli === null || record.begunBy !== null) {
    return notChanged(memo, `Failed to update inventory: ${error.status}. ${memo.name}: ${error.message}`);
  }
  const mine = entered(memo);
  if (present === mine) {
    applyFetchedStock(stockClock(), [{ ...itemOf(memo), quantityMilli: present }]);
    return undefined;
  }
  void askWhich(memo, record, memo.seenMilli, present);
  // If the page closes before the answer, the change is shown as not saved.
  return 'keep';
}

async function askWhich(memo: Memo, record: CommandRecord, seen: Milli, present: Milli): Promise<void> {
  // Read before the question, because the stock or the person's location may change while it is open.
  const startedAt = stockClock();
  const mine = entered(memo);
  setAsked(memo, mine);
  const setsIt = await setsMine(memo, mine, seen, present);
  if (!isOwnedBy(record, ownerNow())) return;
  void commands.dismiss(record.key);
  setAsked(memo, null);
  if (!setsIt) return applyFetchedStock(startedAt, [{ ...itemOf(memo), quantityMilli: present }]);
  const set = { toMilli: mine, seenMilli: present };
  return send(memo, { key: newUuid(), shownMilli: mine, deltaMilli: 0, set });
}

function setsMine({ name }: CountedItem, mine: Milli, seen: Milli, theirs: Milli): Promise<boolean> {
  const [setTo, was, is] = [mine, seen, theirs].map(displayQuantity);
  return ask({
    title: 'Stock changed meanwhile',
    message: `${name}: you saw ${was} and set ${setTo}, but it is ${is} now. Nothing was set yet.`,
    confirmLabel: `Set ${setTo}`,
    cancelLabel: `Keep ${is}`,
    // Confirming undoes somebody else's change, so a second Enter must not confirm.
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
