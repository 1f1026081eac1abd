import { useMemo } from 'react';
import type { ManagedField } from '#contract/blueprints.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useManagedCategories } from '../categories/category-commands.ts';
import type { ProductFields } from './product-fields.ts';
import { useBlueprints } from '../blueprints/blueprint-commands.ts';

const NO_FIELDS: readonly ManagedField[] = [];
const NONE = 'none';

/** The fields that the product has by the form: those of its blueprint, or of the first of its categories that has one. */
export function useFieldsOf({ blueprint_id: own, category_ids: categoryIds }: ProductFields): readonly ManagedField[] {
  const { data: blueprints } = useBlueprints();
  const { data: categories } = useManagedCategories();
  return useMemo(() => {
    const ofCategories = categoryIds.flatMap((id) => categories?.find((one) => one.id === id)?.blueprint_id ?? []);
    const wanted = own ?? ofCategories[0];
    const fields = blueprints?.find(({ id }) => id === wanted)?.fields ?? NO_FIELDS;
    return fields.filter(({ name }) => !isCostKey(name));
  }, [own, categoryIds, blueprints, categories]);
}

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The values of the blueprint's fields. Rule: catalogue/field-values. */
export function ProductValues({
  rules,
  fields: { field_values: values },
  problemOf,
  disabled,
  onEdit,
}: {
  rules: readonly ManagedField[];
  fields: Pick<ProductFields, 'field_values'>;
  problemOf: (key: string) => string | undefined;
  disabled: boolean;
  onEdit: (edits: Pick<ProductFields, 'field_values'>) => void;
}) {
  function put(name: string, value: string) {
    const { [name]: _before, ...others } = values;
    onEdit({ field_values: value === '' ? others : { ...others, [name]: value } });
  }
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      {rules.map(({ name, label, type, description, required, options }) => {
        const value = values[name] ?? '';
        const error = problemOf(`field_values.${name}`);
        const hint = description === '' ? undefined : description;
        if (type === 'select' || type === 'boolean') {
          const known = type === 'boolean' ? YES_OR_NO : options.map((option) => ({ value: option, label: option }));
          // What an import brought shows, though it is none of the list.
          const all =
            value === '' || known.some((one) => one.value === value) ? known : [{ value, label: value }, ...known];
          return (
            <Field key={name} label={label} hint={hint} error={error} required={required}>
              {(control) => (
                <Select
                  id={control.id}
                  aria-describedby={control['aria-describedby']}
                  aria-invalid={control['aria-invalid']}
                  className="w-full"
                  disabled={disabled}
                  value={value === '' ? NONE : `=${value}`}
                  options={[{ value: NONE, label: 'None' }, ...all.map((one) => ({ ...one, value: `=${one.value}` }))]}
                  onChange={(next) => put(name, next === NONE ? '' : next.slice(1))}
                />
              )}
            </Field>
          );
        }
        return (
          <TextField
            key={name}
            label={label}
            required={required}
            hint={hint}
            error={error}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : undefined}
            maxLength={1000}
            disabled={disabled}
            value={value}
            onChange={({ target }) => put(name, target.value)}
          />
        );
      })}
    </div>
  );
}
