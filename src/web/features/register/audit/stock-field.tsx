import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { displayQuantity, type Milli, toMilli, toNumericText } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { useStock } from '#web/entities/stock/stock.ts';
import { cx } from '#web/ui/cx.ts';
import { refuseFigure } from '#web/ui/fields/refuse-figure.ts';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { leftField, useAuditMode } from './audit-mode.ts';
import { changeStock, type CountedItem, setStockTo, useIsUnknown, useUnsaved } from './stock-edits.ts';
import { focusCard } from '../grid/card-focus.ts';

const STEP =
  'grid w-touch shrink-0 place-items-center text-ink-2 transition-colors -outline-offset-2 select-none not-aria-disabled:hover:bg-press not-aria-disabled:hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

/** Two decimals for items counted in tenths, three if the stock has thousandths, so that nothing is rounded away. */
function inField(milli: Milli, tenths: boolean): string {
  return tenths ? toNumericText(milli).replace(/0$/, '') : displayQuantity(milli);
}

/**
 * The stock of one item: minus, a number, plus, each 44 px. The number is set when the field is left, or by Enter;
 * Escape restores it. A blank field sets nothing, and a text that cannot be read is refused with a sentence.
 */
export function StockField({
  item,
  label,
  tenths,
  unit,
  reachable,
  narrow,
}: {
  item: CountedItem;
  /** The name of the variant; "Stock" for a simple product. */
  label: string;
  /** True for products priced by blueprint, which are counted in steps of 0.1. */
  tenths: boolean;
  unit: string;
  /** True if Tab reaches the field. Otherwise it gets the focus by a press or from its card. */
  reachable: boolean;
  narrow: boolean;
}) {
  const inBooks = useStock(item);
  const unsaved = useUnsaved(item);
  const unknown = useIsUnknown(item);
  const shown = unsaved ?? inBooks;
  const wanted = useAuditMode((mode) => mode.wanted === stockKey(item));
  const [focused, setFocused] = useState(false);
  const [draft, setDraft] = useState<{ text: string; seen: Milli } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const dropped = useRef(false);
  const noteId = useId();
  const stepMilli = tenths ? 100 : 1000;
  const tabIndex = reachable ? 0 : -1;

  useLayoutEffect(() => {
    if (wanted) focusAtOnce(input.current);
  }, [wanted]);

  const read = (text: string) => readQuantity(text, { decimals: tenths ? 3 : 0 });

  function commit(): void {
    leftField(item);
    setFocused(false);
    setDraft(null);
    const typed = draft === null || dropped.current || draft.text.trim() === '' ? null : read(draft.text);
    dropped.current = false;
    if (draft === null || typed === null) return;
    if (!typed.ok) {
      refuseFigure(`The stock of ${item.name} was not set. ${typedSentence(typed.refused)}`);
    } else if (typed.value !== draft.seen) setStockTo(item, typed.value, draft.seen);
  }

  function step(by: number): void {
    if (unknown) return;
    const typed = draft === null ? null : read(draft.text);
    const from = typed?.ok ? typed.value : shown;
    const next = toMilli(Math.max(0, from + by));
    setDraft({ text: inField(next, tenths), seen: draft?.seen ?? shown });
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    switch (event.key) {
      case 'ArrowUp':
        step(stepMilli);
        break;
      case 'ArrowDown':
        step(-stepMilli);
        break;
      case 'Escape':
        dropped.current = true;
        focusCard(event.currentTarget);
        break;
      case 'Enter':
        focusCard(event.currentTarget);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const changed = draft !== null && draft.seen !== shown;
  const note = `${displayQuantity(shown)} current stock`;
  return (
    <div className={narrow ? 'flex shrink-0 flex-col' : 'flex h-touch shrink-0 items-center gap-2'}>
      <div
        className={cx(
          'min-w-0 text-xs',
          narrow ? 'flex h-4.5 items-start justify-between gap-1.5' : 'flex grow flex-col leading-4.5',
        )}
      >
        <span title={label} className="min-w-0 truncate text-ink-2 normal-nums">
          {label}
        </span>
        {unknown && (
          <span role="status" title="Checking whether it saved" className="shrink-0 font-medium text-yellow">
            Checking...
          </span>
        )}
        {focused && !unknown && (
          <span id={noteId} className={cx('shrink-0 truncate', changed ? 'font-medium text-yellow' : 'text-ink-3')}>
            {note}
          </span>
        )}
      </div>
      <div
        role="group"
        aria-label={`Stock of ${item.name}`}
        className={cx(
          'flex h-touch shrink-0 overflow-hidden rounded-md border bg-raised focus-within:border-focus',
          unsaved === null ? 'border-edge' : 'border-accent',
          !narrow && 'w-40',
        )}
      >
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Less: ${item.name}`}
          aria-disabled={unknown || shown <= 0}
          className={STEP}
          onClick={() => changeStock(item, -stepMilli)}
        >
          <Minus aria-hidden className="size-4" />
        </button>
        <input
          ref={input}
          tabIndex={tabIndex}
          aria-label={`Stock of ${item.name}${unit && `, ${unit}`}`}
          aria-describedby={focused ? noteId : undefined}
          inputMode={tenths ? 'decimal' : 'numeric'}
          autoComplete="off"
          readOnly={unknown}
          value={draft?.text ?? inField(shown, tenths)}
          onFocus={(event) => {
            setFocused(true);
            event.target.select();
          }}
          onChange={(event) => setDraft({ text: event.target.value, seen: draft?.seen ?? shown })}
          onBlur={commit}
          onKeyDown={press}
          className="w-9 min-w-0 grow border-x border-line bg-transparent text-center text-base font-medium text-ink tabular-nums -outline-offset-2"
        />
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`More: ${item.name}`}
          aria-disabled={unknown}
          className={STEP}
          onClick={() => changeStock(item, stepMilli)}
        >
          <Plus aria-hidden className="size-4" />
        </button>
      </div>
    </div>
  );
}
