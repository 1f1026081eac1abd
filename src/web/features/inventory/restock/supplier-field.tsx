import { Plus } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { folded } from '#domain/fold.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { FLOATING, FLOATING_ITEM } from '#web/ui/layers/floating.ts';
import { optionAfter } from '#web/ui/rows/row-keys.ts';

const MOST_LISTED = 8;

const SUPPLIER_REQUIRED = 'Please provide a supplier name for the purchase order';

/** The supplier of a purchase order: an existing one by its name, or a new one that somebody chose to add. */
export interface ChosenSupplier {
  readonly name: string;
  readonly isNew: boolean;
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** True if the typed text is the name of a supplier, or was chosen as a new one. */
export function isChosen({ name, isNew }: ChosenSupplier, known: readonly string[]): boolean {
  return isNew || known.some((one) => sameName(one, name));
}

/** Names that the text may mean, the most likely first; none when the text is a supplier's name. */
export function namesLike(names: readonly string[], typed: string): readonly string[] {
  if (names.some((name) => sameName(name, typed))) return [];
  const searched = folded(typed).trim();
  const likelihood = (name: string) => {
    const at = ` ${folded(name)}`.indexOf(` ${searched}`);
    return at === -1 ? 2 : Math.min(at, 1);
  };
  return names
    .filter((name) => folded(name).includes(searched))
    .toSorted((a, b) => likelihood(a) - likelihood(b))
    .slice(0, MOST_LISTED);
}

/**
 * The name of a supplier, found while typing, or a new name. A new supplier has to be chosen explicitly, so that half a
 * name and Enter do not add one. The list is inside the dialog, because a list floating over it would hide the dialog
 * from screen readers.
 */
export function SupplierField({
  supplier,
  onChange,
  names,
  known,
  disabled,
  inputRef,
}: {
  supplier: ChosenSupplier;
  onChange: (supplier: ChosenSupplier) => void;
  /** Names that may be chosen. */
  names: readonly string[];
  /** All existing names. */
  known: readonly string[];
  disabled: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const listId = useId();
  const [wanted, setWanted] = useState(false);
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const { name: value } = supplier;
  const typed = value.trim();
  const chosenAlready = isChosen(supplier, known);
  const listed: (ChosenSupplier & { text: string })[] = [];
  if (wanted && !chosenAlready) {
    for (const name of namesLike(names, value)) listed.push({ name, isNew: false, text: name });
    if (typed !== '') listed.push({ name: typed, isNew: true, text: `Add supplier "${typed}"` });
  }
  const open = listed.length > 0;

  /** Once something is typed, Enter takes the most likely name. */
  function show(on: boolean, text = value): void {
    setWanted(on);
    setHighlighted(on && text.trim() !== '' ? 0 : null);
  }

  function choose({ name, isNew }: ChosenSupplier): void {
    onChange({ name, isNew });
    show(false);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const chosen = highlighted === null ? undefined : listed[highlighted];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return show(true);
      setHighlighted(optionAfter(event.key, highlighted ?? -1, listed.length));
    } else if (event.key === 'Enter' && open && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Enter' && !chosenAlready) {
      event.preventDefault();
      show(true);
    } else if (event.key === 'Escape' && open) {
      // Escape closes the list only, not the dialog.
      event.preventDefault();
      event.stopPropagation();
      show(false);
    }
  }

  const hint =
    typed === ''
      ? SUPPLIER_REQUIRED
      : supplier.isNew
        ? `${typed} is added to your suppliers.`
        : chosenAlready
          ? undefined
          : `Choose a supplier from the list, or add "${typed}" as a new one.`;

  return (
    <Field label="Supplier name" required hint={hint}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={inputRef}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && highlighted !== null ? `${listId}-${highlighted}` : undefined}
            autoComplete="off"
            maxLength={200}
            disabled={disabled}
            value={value}
            onChange={({ target }) => {
              onChange({ name: target.value, isNew: false });
              show(true, target.value);
            }}
            onClick={() => show(true)}
            onBlur={() => show(false)}
            onKeyDown={press}
            className="h-9 w-full min-w-0 rounded-md border border-edge bg-raised px-3 text-sm text-ink transition-colors hover:not-disabled:border-ink-3 focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus"
          />
          {open && (
            <div
              id={listId}
              role="listbox"
              aria-label="Suppliers"
              className={cx(FLOATING, 'absolute inset-x-0 top-full z-20 mt-1 max-h-56 overflow-y-auto p-1')}
            >
              {listed.map((choice, index) => (
                <div
                  key={choice.text}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === highlighted}
                  data-highlighted={index === highlighted || undefined}
                  onPointerMove={() => setHighlighted(index)}
                  // A press on the list must not take the focus from the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(choice)}
                  onKeyDown={() => undefined}
                  className={cx(FLOATING_ITEM, choice.isNew && 'text-accent-ink')}
                >
                  {choice.isNew && <Plus aria-hidden className="size-4 shrink-0" />}
                  <span className="truncate">{choice.text}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
