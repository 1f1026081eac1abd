import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { folded } from '#domain/fold.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { FLOATING, FLOATING_ITEM } from '#web/ui/floating.ts';

const MOST_LISTED = 8;

/** Names that what is typed may mean; none when it is one of them already. */
export function namesLike(names: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  if (names.some((name) => name.toLowerCase() === wanted)) return [];
  const searched = folded(typed).trim();
  return names.filter((name) => folded(name).includes(searched)).slice(0, MOST_LISTED);
}

/**
 * A supplier's name: one of those known, found as it is typed, or a new one. The list lies within the dialog: one that
 * floats over it would hide the dialog from screen readers while it is open.
 */
export function SupplierField({
  value,
  onChange,
  names,
  hint,
  disabled,
  inputRef,
}: {
  value: string;
  onChange: (name: string) => void;
  names: readonly string[];
  hint: string | undefined;
  disabled: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const listId = useId();
  const [wanted, setWanted] = useState(false);
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const listed = wanted ? namesLike(names, value) : [];
  const open = listed.length > 0;

  function show(on: boolean): void {
    setWanted(on);
    setHighlighted(null);
  }

  function choose(name: string): void {
    onChange(name);
    show(false);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = highlighted === null ? undefined : listed[highlighted];
    if (step !== 0) {
      event.preventDefault();
      if (!open) return show(true);
      const from = highlighted ?? (step === 1 ? -1 : listed.length);
      setHighlighted((from + step + listed.length) % listed.length);
    } else if (event.key === 'Enter' && open && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && open) {
      // Closes the list, not the dialog.
      event.preventDefault();
      event.stopPropagation();
      show(false);
    }
  }

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
              onChange(target.value);
              show(true);
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
              {listed.map((name, index) => (
                <div
                  key={name}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === highlighted}
                  data-highlighted={index === highlighted || undefined}
                  onPointerMove={() => setHighlighted(index)}
                  // The focus stays in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(name)}
                  onKeyDown={() => undefined}
                  className={FLOATING_ITEM}
                >
                  <span className="truncate">{name}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
