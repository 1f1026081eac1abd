import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useGroups } from '../customers-queries.ts';

/**
 * The labels of a customer. Each can be removed; known labels are offered while one is typed. Rule: customers/groups.
 */
export function GroupsField({
  groups,
  disabled,
  onChange,
}: {
  groups: readonly string[];
  disabled: boolean;
  onChange: (groups: readonly string[]) => void;
}) {
  const { data: known = [] } = useGroups();
  const [typed, setTyped] = useState('');
  const has = (name: string) => groups.some((one) => one.toLowerCase() === name.toLowerCase());

  function add(): void {
    const name = typed.trim();
    if (name === '') return;
    if (!has(name))
      onChange([...groups, known.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name ?? name]);
    setTyped('');
  }

  return (
    <div>
      <TextField
        label="Groups"
        maxLength={50}
        placeholder="Medical, VIP, staff"
        list="customer-groups"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Save does not lose a label that was typed and not added.
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return;
          event.preventDefault();
          add();
        }}
        trailing={
          <Button
            size="sm"
            variant="ghost"
            disabled={disabled || typed.trim() === ''}
            aria-label="Add group"
            onClick={add}
          >
            <Plus aria-hidden className="size-3.5" />
          </Button>
        }
      />
      <datalist id="customer-groups">
        {known
          .filter(({ name }) => !has(name))
          .map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
      </datalist>
      {groups.length > 0 && (
        <ul aria-label="Groups of this customer" className="mt-2 flex flex-wrap gap-1.5">
          {groups.map((name) => (
            <li key={name}>
              <button
                type="button"
                disabled={disabled}
                aria-label={`Take off ${name}`}
                onClick={() => onChange(groups.filter((one) => one !== name))}
                className="inline-flex min-h-7 items-center gap-1 rounded-full border border-line-strong pr-2 pl-2.5 text-xs hover:bg-hover"
              >
                {name}
                <X aria-hidden className="size-3 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
