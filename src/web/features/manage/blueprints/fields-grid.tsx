import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { FIELD_TYPES, type FieldType } from '#domain/field-value.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { focusWhenDrawn } from '#web/ui/layers/hand-focus.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { type FieldDraft, NEW_FIELD } from './field-fields.ts';

const TYPE_LABEL: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  select: 'One of a list',
  boolean: 'Yes or no',
  date: 'Day',
};
const TYPES = FIELD_TYPES.map((value) => ({ value, label: TYPE_LABEL[value] }));

const MOST_CHARACTERS: Readonly<Record<string, number>> = { options: 5000, description: 500 };

/** The fields of a blueprint, in order. */
export function FieldsGrid({
  fields,
  problems,
  disabled,
  onChange,
}: {
  fields: readonly FieldDraft[];
  problems: Readonly<Record<number, string>>;
  disabled: boolean;
  onChange: (fields: readonly FieldDraft[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const put = (place: number, change: Partial<FieldDraft>) =>
    onChange(fields.map((field, at) => (at === place ? { ...field, ...change } : field)));
  const move = (place: number, to: number) => {
    const field = fields[place];
    if (!field) return;
    onChange(fields.toSpliced(place, 1).toSpliced(to, 0, field));
    // The focus goes along, so that the next press moves the same field.
    const way = to < place ? 'up' : 'down';
    focusWhenDrawn(() => {
      const buttons = [...(list.current?.children[to]?.querySelectorAll<HTMLElement>('[data-move]:enabled') ?? [])];
      return buttons.find(({ dataset }) => dataset['move'] === way) ?? buttons[0];
    });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-base font-medium">Fields</legend>
      <ol ref={list} aria-label="Fields" className="flex flex-col gap-2">
        {inPlace(fields).map(({ place, item: field }) => {
          const name = field.label.trim() || `field ${place + 1}`;
          const text = (
            of: 'label' | 'options' | 'min' | 'max' | 'default_value' | 'description',
            label: string,
            className: string,
          ) => (
            <TextInput
              aria-label={`${label} of ${name}`}
              placeholder={label}
              className={className}
              maxLength={MOST_CHARACTERS[of] ?? 100}
              disabled={disabled}
              value={field[of]}
              onChange={({ target }) => put(place, { [of]: target.value })}
            />
          );
          return (
            <li key={place} className="flex flex-col gap-2 rounded-md border border-line p-2.5">
              <div className="flex items-center gap-2 max-[640px]:flex-wrap">
                {text('label', 'Label', 'min-w-0 grow max-[640px]:basis-full')}
                <Select
                  label={`Type of ${name}`}
                  className="w-36 max-[640px]:w-auto max-[640px]:grow"
                  disabled={disabled}
                  value={field.type}
                  options={TYPES}
                  onChange={(type) => put(place, { type })}
                />
                <IconButton
                  data-move="up"
                  label={`Move ${name} up`}
                  icon={<ArrowUp className="size-4" />}
                  disabled={disabled || place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <IconButton
                  data-move="down"
                  label={`Move ${name} down`}
                  icon={<ArrowDown className="size-4" />}
                  disabled={disabled || place === fields.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <IconButton
                  label={`Remove ${name}`}
                  icon={<Trash2 className="size-4" />}
                  disabled={disabled}
                  onClick={() => onChange(fields.toSpliced(place, 1))}
                />
              </div>
              <div className="flex items-center gap-2 max-[640px]:flex-wrap">
                {(field.type === 'select' || field.type === 'text') &&
                  text(
                    'options',
                    field.type === 'select' ? 'Values, with commas' : 'Suggestions, with commas',
                    'min-w-0 grow max-[640px]:basis-full',
                  )}
                {field.type === 'number' && text('min', 'Least', 'w-24')}
                {field.type === 'number' && text('max', 'Largest', 'w-24')}
                {text(
                  'default_value',
                  'Default',
                  'w-36 max-[640px]:w-auto max-[640px]:min-w-0 max-[640px]:grow max-[640px]:basis-full',
                )}
                <Checkbox
                  label="Required"
                  checked={field.required}
                  disabled={disabled}
                  onChange={(required) => put(place, { required })}
                />
                <Checkbox
                  label="Searched"
                  checked={field.searchable}
                  disabled={disabled}
                  onChange={(searchable) => put(place, { searchable })}
                />
              </div>
              {text('description', 'Explanation', 'w-full')}
              {problems[place] !== undefined && <p className="text-sm text-danger-ink">{problems[place]}</p>}
            </li>
          );
        })}
      </ol>
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-3.5" />}
          disabled={disabled || fields.length >= 50}
          onClick={() => {
            onChange([...fields, NEW_FIELD]);
            focusWhenDrawn(() => list.current?.lastElementChild?.querySelector('input'));
          }}
        >
          Add field
        </Button>
      </div>
    </fieldset>
  );
}
