import { useMemo } from 'react';
import type { ManagedField } from '#contract/blueprints.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { FieldInput } from '#web/entities/catalogue/field-input.tsx';
import { useManagedCategories } from '../../categories/category-commands.ts';
import type { ProductFields } from '../product-fields.ts';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';

const NO_FIELDS: readonly ManagedField[] = [];

/** The fields of the product in the form: from its own blueprint, or else from its first category with one. */
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
    <div className="field-columns-2 gap-x-4 gap-y-3">
      {rules.map((rule) => (
        <FieldInput
          key={rule.name}
          rule={rule}
          value={values[rule.name] ?? ''}
          error={problemOf(`field_values.${rule.name}`)}
          disabled={disabled}
          onChange={(value) => put(rule.name, value)}
        />
      ))}
    </div>
  );
}
