import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { displayGrouped, displayQuantity, type Milli, ONE_MILLI, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { stockNow, useStock } from '#web/entities/stock/stock.ts';
import { cx } from '#web/ui/cx.ts';
import { typedSentence } from '#domain/typed.ts';
import { refuseFigure } from '#web/ui/fields/refuse-figure.ts';
import { Bubble } from '#web/ui/layers/tooltip.tsx';
import {
  type Adjusting,
  countedMilli,
  type PendingCount,
  readTyped,
  refusalOf,
  signed,
  stockAfter,
} from '../pending/pending.ts';
import { restockStepped } from '../pending/pending-state.ts';
import { pendingNow, usePending, usePendingLocked } from '../pending/pending-store.ts';
import type { ItemRow } from './stock-rows.ts';

const STEP =
  'grid w-8 shrink-0 pointer-coarse:w-touch place-items-center text-ink-2 transition-colors -outline-offset-2 select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40';

/** The note beside a figure. On a phone it stands below the stock, because beside the field are the buttons of the row. */
const NOTE =
  'text-xs leading-4 tabular-nums max-[640px]:pointer-events-none max-[640px]:absolute max-[640px]:top-9.5 max-[640px]:right-4';

type Pending = PendingCount | Milli | undefined;

const isCount = (pending: Pending): pending is PendingCount => typeof pending === 'object';

/** The text of the input for a pending figure. */
function textOf(adjusting: Adjusting, pending: Pending): string {
  if (pending === undefined) return '';
  if (!isCount(pending)) return displayQuantity(pending);
  if (adjusting === 'change') return displayQuantity(pending.deltaMilli);
  // A change that was entered without counting is not shown as a count; that would also reveal the stock to a blind
  // count.
  return pending.counted ? displayQuantity(countedMilli(pending)) : '';
}

function pendingOf(adjusting: Adjusting, key: string): Pending {
  const { counts, restocks } = pendingNow();
  return adjusting === 'restock' ? restocks.get(key) : counts.get(key);
}

const readFigure = (adjusting: Adjusting, { unit }: ItemRow, text: string) =>
  readTyped(text, { weighed: unit !== '', signed: adjusting === 'change' });

/** Stores a typed figure, or restores the former one when the text cannot be read. Returns what is pending then. */
function commit(adjusting: Adjusting, row: ItemRow, text: string, before: Pending): Pending {
  const { key, item } = row;
  const { setChange, setCount, setRestock } = pendingNow();
  const read = readFigure(adjusting, row, text);
  const figure = read.ok ? read.value : ZERO_MILLI;
  if (!read.ok) putBack(adjusting, key, before);
  else if (adjusting === 'restock') setRestock(key, figure);
  else if (adjusting === 'change') setChange(key, figure, stockNow(item));
  // An empty field is not a count; a typed 0 is.
  else setCount(key, /\d/.test(text) ? figure : null, stockNow(item));
  return pendingOf(adjusting, key);
}

/** Adds one to a row's figure, or takes one off. */
export function stepRow(adjusting: Adjusting, { key, item }: ItemRow, step: 1 | -1): void {
  const { counts, restocks, setChange, addToCount, setRestock } = pendingNow();
  const stepMilli = step * ONE_MILLI;
  const present = counts.get(key);
  if (adjusting === 'restock') setRestock(key, restockStepped(restocks.get(key), stepMilli));
  else if (adjusting === 'count') addToCount(key, stepMilli, stockNow(item));
  else setChange(key, toMilli((present?.deltaMilli ?? 0) + stepMilli), present?.seenMilli ?? stockNow(item));
}

/** Removes a row's pending figure. */
export function clearRow(adjusting: Adjusting, { key }: ItemRow): void {
  if (adjusting === 'restock') pendingNow().setRestock(key, ZERO_MILLI);
  else pendingNow().putBack(key, undefined);
}

/** An empty field says by itself that a change has a sign and a count has not. */
const PLACEHOLDER: Record<Adjusting, string> = { change: '+/−', count: '–', restock: '0' };
const LABEL: Record<Adjusting, string> = { change: 'Adjustment', count: 'Counted', restock: 'Restock' };

/** Minus button, figure, plus button, and what the figure makes of the stock: for counts the difference to it. */
export function AdjustCell({
  row,
  adjusting,
  blind,
  active,
}: {
  row: ItemRow;
  adjusting: Adjusting;
  blind: boolean;
  active: boolean;
}) {
  const { key, item, unit, fullName } = row;
  const pending = usePending((state) => (adjusting === 'restock' ? state.restocks.get(key) : state.counts.get(key)));
  const locked = usePendingLocked(adjusting === 'restock' ? 'restocks' : 'counts');
  const books = useStock(item);
  const tabIndex = active ? 0 : -1;
  const atLeast =
    adjusting === 'restock'
      ? (pending ?? 0) === 0
      : adjusting === 'count' && (!isCount(pending) || !pending.counted || countedMilli(pending) === 0);
  // Stock stops at 0; the rest of a larger change is recorded as a difference. Rule: stock/stops-at-zero.
  const beyond = !blind && isCount(pending) && books + pending.deltaMilli < 0;
  return (
    <div className="flex items-center gap-2">
      <div
        className={cx(
          'flex h-7 w-32 shrink-0 overflow-hidden pointer-coarse:h-touch pointer-coarse:w-40 rounded-md border bg-raised focus-within:border-focus',
          pending === undefined ? 'border-edge' : beyond ? 'border-danger-ink' : 'border-accent',
        )}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Less: ${fullName}`}
          disabled={locked || atLeast}
          onClick={() => stepRow(adjusting, row, -1)}
          className={STEP}
        >
          <Minus aria-hidden className="size-3.5" />
        </button>
        <FigureInput row={row} adjusting={adjusting} pending={pending} tabIndex={tabIndex} disabled={locked} />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`More: ${fullName}`}
          disabled={locked}
          onClick={() => stepRow(adjusting, row, 1)}
          className={STEP}
        >
          <Plus aria-hidden className="size-3.5" />
        </button>
      </div>
      <span className="w-3 text-xs text-ink-3">{unit}</span>
      {adjusting === 'count' && isCount(pending) && (!pending.counted || !blind) && <Difference {...pending} />}
      {adjusting === 'change' && isCount(pending) && (
        <span className={cx(NOTE, beyond ? 'text-danger-ink' : 'text-accent-ink')}>
          {beyond ? 'stops at 0' : `will be ${displayGrouped(stockAfter(pending, books))}`}
        </span>
      )}
    </div>
  );
}

function Difference({ deltaMilli, counted }: PendingCount) {
  if (!counted) {
    return (
      <span title="Entered as a change, not counted. A count replaces it." className={cx(NOTE, 'text-ink-2')}>
        change {signed(deltaMilli)}
      </span>
    );
  }
  if (deltaMilli === 0) return <span className={cx(NOTE, 'text-ink-3')}>matches</span>;
  return <span className={cx(NOTE, deltaMilli < 0 ? 'text-danger-ink' : 'text-accent-ink')}>{signed(deltaMilli)}</span>;
}

function FigureInput({
  row,
  adjusting,
  pending,
  tabIndex,
  disabled,
}: {
  row: ItemRow;
  adjusting: Adjusting;
  pending: Pending;
  tabIndex: number;
  disabled: boolean;
}) {
  // A half-typed text ("-", "1.") stays until something else changes the pending figure.
  const [draft, setDraft] = useState<{ text: string; made: Pending; refused: string | null } | null>(null);
  const field = useRef<HTMLSpanElement>(null);
  const noteId = useId();
  const begun = useRef<{ text: string; pending: Pending }>({ text: '', pending: undefined });
  const own = draft !== null && draft.made === pending;
  const text = own ? draft.text : textOf(adjusting, pending);
  const refused = own ? draft.refused : null;

  useEffect(() => {
    if (!own) begun.current = { text: textOf(adjusting, pending), pending };
  }, [own, adjusting, pending]);

  function change(next: string): void {
    const { text: first, pending: before } = begun.current;
    const why = refusalOf(adjusting, next, row.unit);
    if (why !== null) {
      // Its first digits may have been stored before the text became invalid.
      putBack(adjusting, row.key, before);
      setDraft({ text: next, made: pendingOf(adjusting, row.key), refused: why });
    } else if (next === first) {
      // The text is back to what it was, by hand or after a scan: restore the entry, because nothing was counted anew.
      putBack(adjusting, row.key, before);
      setDraft(null);
    } else setDraft({ text: next, made: commit(adjusting, row, next, before), refused: null });
  }

  function leave(): void {
    const read = draft && readFigure(adjusting, row, draft.text);
    setDraft(null);
    if (refused !== null) refuseFigure(refused);
    else if (read?.ok === false) refuseFigure(`${row.fullName} stays as it was. ${typedSentence(read.refused)}`);
  }

  return (
    <span ref={field} className="contents">
      <input
        aria-label={`${LABEL[adjusting]}: ${row.fullName}`}
        aria-invalid={refused !== null || undefined}
        aria-describedby={refused === null ? undefined : noteId}
        data-figure
        inputMode={row.unit === '' ? 'numeric' : 'decimal'}
        autoComplete="off"
        tabIndex={tabIndex}
        disabled={disabled}
        placeholder={PLACEHOLDER[adjusting]}
        value={text}
        onFocus={({ target }) => {
          begun.current = { text, pending };
          target.select();
        }}
        onChange={({ target }) => change(target.value)}
        onBlur={leave}
        className="w-12 min-w-0 grow border-x border-line bg-transparent text-center text-ink tabular-nums -outline-offset-2 aria-invalid:text-danger-ink"
      />
      {refused !== null && <Bubble id={noteId} role="alert" side="bottom" anchor={field} label={refused} />}
    </span>
  );
}

function putBack(adjusting: Adjusting, key: string, pending: Pending): void {
  if (adjusting === 'restock') pendingNow().setRestock(key, isCount(pending) ? ZERO_MILLI : (pending ?? ZERO_MILLI));
  else pendingNow().putBack(key, isCount(pending) ? pending : undefined);
}
