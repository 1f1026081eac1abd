import { displayGrouped } from '#domain/quantity.ts';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { useStock } from '#web/entities/stock/stock.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { cx } from '#web/ui/cx.ts';
import { FLOATING } from '#web/ui/layers/floating.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { optionAfter } from '#web/ui/rows/row-keys.ts';
import type { CatalogueItems } from './catalogue-items.ts';
import type { ChosenItem } from '../purchasing/editor/draft-order.ts';

/** Finds an item of the catalogue by typed text. Arrows move, Enter picks, Escape closes the list. */
export function ItemPicker({
  label,
  placeholder,
  items,
  input,
  onPick,
}: {
  label: string;
  placeholder: string;
  items: CatalogueItems;
  input?: Ref<HTMLInputElement>;
  onPick: (item: ChosenItem) => void;
}) {
  const listId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = text.trim();
  const found = open && wanted !== '' ? items.search(wanted) : [];
  const expanded = open && wanted !== '';
  const highlighted = Math.min(at, found.length - 1);

  function pick(item: ChosenItem | undefined) {
    if (!item) return;
    onPick(item);
    setText('');
    setOpen(false);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') pick(expanded ? found[highlighted] : undefined);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (expanded) setAt(optionAfter(event.key, highlighted, found.length) ?? at);
      setOpen(true);
    } else if (event.key === 'Escape' && expanded) {
      // Escape closes the list only, not the dialog around it.
      event.stopPropagation();
      setOpen(false);
    } else return;
    event.preventDefault();
  }

  return (
    <div className="relative min-w-56 grow">
      <TextInput
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={expanded}
        aria-controls={expanded ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={expanded && found.length > 0 ? `${listId}-${highlighted}` : undefined}
        placeholder={placeholder}
        leading={<Search aria-hidden className="size-4" />}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
          setOpen(true);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
        onFocus={() => setOpen(true)}
      />
      {expanded && (
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          // A press on the list must not take the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
          className={cx(FLOATING, 'absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto p-1')}
        >
          {found.map((item, index) => (
            <Choice
              key={stockKey(item)}
              id={`${listId}-${index}`}
              item={item}
              unit={items.unitOf(item.productId)}
              highlighted={index === highlighted}
              onPick={() => pick(item)}
            />
          ))}
          {found.length === 0 && <p className="px-2.5 py-3 text-sm text-ink-2">{nothingWords(items, wanted)}</p>}
        </div>
      )}
    </div>
  );
}

function nothingWords({ isPending, error }: CatalogueItems, wanted: string): string {
  if (error) return `Failed to fetch products. ${sentenceOf(error)}`;
  return isPending ? 'Loading products...' : `No products found for "${wanted}"`;
}

function Choice({
  id,
  item,
  unit,
  highlighted,
  onPick,
}: {
  id: string;
  item: ChosenItem;
  unit: string;
  highlighted: boolean;
  onPick: () => void;
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={highlighted}
      ref={(element) => {
        if (highlighted) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onPick}
      onKeyDown={(event) => event.key === 'Enter' && onPick()}
      className={cx(
        'flex min-h-row cursor-pointer items-center gap-3 rounded-sm px-2.5 text-sm outline-none select-none hover:bg-hover',
        highlighted && 'bg-press',
      )}
    >
      {/* When name and SKU do not fit on one line, the name keeps its full width. */}
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3 py-1">
        <span className="max-w-full truncate">{item.name}</span>
        <span className="max-w-full truncate text-xs text-ink-3">{item.sku}</span>
      </span>
      <InStock item={item} unit={unit} />
    </div>
  );
}

function InStock({ item, unit }: { item: StockItem; unit: string }) {
  const stock = useStock(item);
  return (
    <span className="w-24 shrink-0 text-right text-xs text-ink-2 tabular-nums">
      {displayGrouped(stock)}
      {unit && ` ${unit}`} in stock
    </span>
  );
}
