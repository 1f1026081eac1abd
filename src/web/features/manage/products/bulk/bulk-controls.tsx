import type { ReactNode } from 'react';
import type { ManagedBlueprint, ManagedField } from '#contract/blueprints.ts';
import type { ListedProduct } from '#contract/managed-products.ts';
import type { PriceRounding } from '#domain/bulk-price.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select, type SelectOption } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type BulkDraft, type BulkProblems, useBulkDraft } from './bulk-draft.ts';

export const SAME = 'same';
export const STAYS = { value: SAME, label: 'Stays as it is' } as const;

const ROUNDINGS: { value: PriceRounding; label: string }[] = [
  { value: 'cent', label: 'To the cent' },
  { value: '5-cents', label: 'To 5 cents' },
  { value: '10-cents', label: 'To 10 cents' },
  { value: '25-cents', label: 'To 25 cents' },
  { value: '50-cents', label: 'To 50 cents' },
  { value: 'dollar', label: 'To the dollar' },
  { value: '99-cents', label: 'To .99' },
];

export const put = (change: Partial<BulkDraft>) => useBulkDraft.setState(change);

export interface BulkFormProps {
  readonly products: readonly ListedProduct[];
  readonly blueprints: readonly ManagedBlueprint[];
  /** Fields of the blueprint that all products will have; null if they have several blueprints. */
  readonly rules: readonly ManagedField[] | null;
  readonly problems: BulkProblems;
  readonly disabled: boolean;
}

/** A choice that changes nothing while it stands at "Stays as it is". */
export function Choice<Value extends string>({
  label,
  hint,
  disabled,
  value,
  options,
  onChange,
}: {
  label: string;
  hint?: string;
  disabled: boolean;
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          id={control.id}
          aria-describedby={control['aria-describedby']}
          className="w-full"
          disabled={disabled}
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** A choice on the left, and what it needs on the right. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="field-columns-2 items-start gap-x-4 gap-y-4">{children}</div>;
}

export function Figure({
  unit,
  disabled,
  value,
  problem,
  onChange,
}: {
  unit: '$' | '%';
  disabled: boolean;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={unit === '$' ? 'Dollars' : 'Percent'}
      inputMode="decimal"
      leading={unit === '$' ? '$' : undefined}
      trailing={unit === '%' ? '%' : undefined}
      maxLength={20}
      disabled={disabled}
      value={value}
      error={problem}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export function Rounded(props: {
  disabled: boolean;
  value: PriceRounding;
  onChange: (rounding: PriceRounding) => void;
}) {
  return <Choice label="Rounded" options={ROUNDINGS} {...props} />;
}
