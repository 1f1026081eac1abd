import { create } from 'zustand';
import { inventoryRoute, setStockRoute } from '#contract/inventory.ts';
import { adjustStockRoute } from '#contract/stock-adjustments.ts';
import { displayQuantity, type Milli, parseQuantity, toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { reportError } from '#web/api/error-reports.ts';
import { applyFetchedStock, applyStockItems, stockClock, stockNow } from '#web/api/stock.ts';
import { ask } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { keepListed } from './audit-mode.ts';

export interface NamedItem extends StockItem {
  readonly name: string;
}

/** What is wanted of an item and not saved yet: changes by the buttons first, then the number that was typed. */
interface Wanted {
  deltaMilli: number;
  set: { toMilli: Milli; seenMilli: Milli } | null;
}

const wanted = new Map<string, Wanted>();

/** What the card says while a change is on its way: the outcome hoped for, undisturbed by events of the same change. */
export const useUnsaved = create<{ shown: ReadonlyMap<string, Milli> }>(() => ({ shown: new Map() }));

function shownNow(item: StockItem): Milli {
  return useUnsaved.getState().shown.get(stockKey(item)) ?? stockNow(item);
}

function show(item: StockItem, milli: Milli | null): void {
  const shown = new Map(useUnsaved.getState().shown);
  if (milli === null) shown.delete(stockKey(item));
  else shown.set(stockKey(item), milli);
  useUnsaved.setState({ shown });
}

/** Source: spec §5, "Quick buttons". */
function reasonOf(deltaMilli: number): string {
  return deltaMilli < 0 ? 'Manual decrease' : 'Manual increase';
}

/** Changes stock by a little, never below 0; presses while one is being saved go together. */
export function changeStock(item: NamedItem, deltaMilli: number): void {
  const before = shownNow(item);
  const after = toMilli(Math.max(0, before + deltaMilli));
  if (after === before) return;
  want(item, after, (job) => {
    if (job.set === null) job.deltaMilli += after - before;
    else job.set.toMilli = after;
  });
}

/** Sets stock to what was counted, if it is still what was seen; else asks which number is to stand. Source: design §4.7. */
export function setStockTo(item: NamedItem, milli: Milli, seenMilli: Milli): void {
  want(item, milli, (job) => (job.set = { toMilli: milli, seenMilli: job.set?.seenMilli ?? seenMilli }));
}

function want(item: NamedItem, shownMilli: Milli, add: (job: Wanted) => void): void {
  keepListed(item.productId);
  show(item, shownMilli);
  const key = stockKey(item);
  const running = wanted.get(key);
  const job = running ?? { deltaMilli: 0, set: null };
  add(job);
  wanted.set(key, job);
  if (!running) void saveAll(item, job);
}

async function saveAll(item: NamedItem, job: Wanted): Promise<void> {
  try {
    while (job.deltaMilli !== 0 || job.set !== null) {
      if (job.deltaMilli !== 0) {
        const { deltaMilli } = job;
        job.deltaMilli = 0;
        await saveChange(item, deltaMilli);
      } else if (job.set) {
        const { set } = job;
        job.set = null;
        await saveNumber(item, set.toMilli, set.seenMilli);
      }
    }
  } catch (error) {
    refused(item, error);
    await readAgain(item);
  } finally {
    // Whatever was wanted on top of a refused change was wanted of another number.
    wanted.delete(stockKey(item));
    show(item, null);
  }
}

async function saveChange({ productId, variationId }: StockItem, deltaMilli: number): Promise<void> {
  const { data } = await call(adjustStockRoute, {
    body: {
      adjustments: [
        {
          product_id: productId,
          variation_id: variationId,
          adjustment_quantity: toQuantityNumber(toMilli(deltaMilli)),
          reason: reasonOf(deltaMilli),
        },
      ],
    },
  });
  applyStockItems(
    data.map(({ product_id, variation_id, new_stock, movement_id }) => {
      return { product_id, variation_id, quantity: new_stock, movement_id: movement_id ?? undefined };
    }),
  );
}

async function saveNumber(item: NamedItem, milli: Milli, seenMilli: Milli): Promise<void> {
  const { productId, variationId } = item;
  const startedAt = stockClock();
  try {
    await call(setStockRoute, {
      body: {
        product_id: productId,
        variation_id: variationId,
        quantity: toQuantityNumber(milli),
        expected_quantity: toQuantityNumber(seenMilli),
      },
    });
  } catch (error) {
    const present = isCallError(error, 'stock_changed') ? quantityOf(error.details['current']) : null;
    if (present === null) throw error;
    if (present === milli || !(await setsMine(item, milli, seenMilli, present))) {
      applyFetchedStock(stockClock(), [{ productId, variationId, quantityMilli: present }]);
      return;
    }
    return saveNumber(item, milli, present);
  }
  // The event of this very change may have come before its reply, or that of a later one: those are newer.
  applyFetchedStock(startedAt, [{ productId, variationId, quantityMilli: milli }]);
}

function quantityOf(value: unknown): Milli | null {
  const read = typeof value === 'number' || typeof value === 'string' ? parseQuantity(value) : null;
  return read?.ok ? read.value : null;
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

/** Source: spec §8, "inventory errors". */
function refused({ name }: NamedItem, error: unknown): void {
  if (!isCallError(error)) {
    reportError(error, { context: 'set stock' });
    toast.error(`Failed to update inventory: ${name} stays as it was.`);
    return;
  }
  const known = error.ambiguous ? ' It is not known whether it was saved; the number is read again.' : '';
  const status = error.status === 0 ? '' : `${error.status}. `;
  toast.error(`Failed to update inventory: ${status}${name}: ${error.message}${known}`);
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
