import type { ReactNode } from 'react';
import { Field } from '../fields/field.tsx';
import { Select } from '../fields/select.tsx';
import { ImportPart } from './import-parts.tsx';

const NONE = 'none';

/** The titles of a file's header, each once. */
export const titlesIn = (header: readonly string[]): string[] => [
  ...new Set(header.filter((title) => title.trim() !== '')),
];

/**
 * Says for each field which column of the file has it.
 * @param columnOf the title of that column; '' for none
 */
export function ImportColumns<Name extends string>({
  fields,
  header,
  columnOf,
  onChange,
  children,
}: {
  fields: readonly { readonly name: Name; readonly label: string }[];
  header: readonly string[];
  columnOf: (name: Name) => string;
  onChange: (name: Name, column: string) => void;
  children: ReactNode;
}) {
  const options = [
    { value: NONE, label: <span className="text-ink-3">Not in the file</span> },
    ...titlesIn(header).map((title) => ({ value: `=${title}`, label: title })),
  ];
  return (
    <ImportPart title="Columns">
      <div className="grid grid-cols-2 gap-3 min-[760px]:grid-cols-4">
        {fields.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(control) => (
              <Select
                id={control.id}
                className="w-full min-w-0!"
                value={columnOf(name) === '' ? NONE : `=${columnOf(name)}`}
                options={options}
                onChange={(value) => onChange(name, value === NONE ? '' : value.slice(1))}
              />
            )}
          </Field>
        ))}
      </div>
      {children}
    </ImportPart>
  );
}
