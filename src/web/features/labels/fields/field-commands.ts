import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { blueprintFieldsRoute } from '#contract/blueprints.ts';
import { changeProductRoute, managedProductRoute } from '#contract/managed-products.ts';
import { FIELD_TYPES, type FieldRule } from '#domain/field-value.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { call } from '#web/api/call/call.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

export interface ProductField extends FieldRule {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
}

/** The fields of a product with their values, and the version of the product that has these values. */
export function useProductFields(productId: number) {
  return useQuery({
    queryKey: [...queryKeys.fields, 'product', productId],
    queryFn: async ({ signal }) => {
      const id = String(productId);
      // The version is read first, so that values changed between the two answers are refused and never overwritten.
      const { version } = (await call(managedProductRoute, { params: { id }, signal })).data;
      const { fields } = await call(blueprintFieldsRoute, { query: { product_id: id }, signal });
      return {
        version,
        // Costs are edited elsewhere.
        fields: fields
          .filter(({ field_name: name }) => !isCostKey(name))
          .map((field): ProductField => ({
            name: field.field_name,
            label: field.field_label,
            type: FIELD_TYPES.find((type) => type === field.field_type) ?? 'text',
            required: field.required ?? false,
            options: field.options ?? [],
            min: field.min ?? undefined,
            max: field.max ?? undefined,
            value: field.field_value ?? '',
          })),
      };
    },
    staleTime: 0,
  });
}

export interface FieldEdit {
  readonly typed: string;
  /** The saved value when this was typed. Somebody else may have saved another one since. */
  readonly over: string;
}
export type FieldEdits = Readonly<Record<string, FieldEdit>>;

/** The unsaved values of each product. */
export const useFieldEdits = perOwner<{ byProduct: Readonly<Record<number, FieldEdits>> }>(() => ({ byProduct: {} }));

export function setEdits(productId: number, edits: FieldEdits): void {
  const { [productId]: _before, ...others } = useFieldEdits.getState().byProduct;
  useFieldEdits.setState({ byProduct: Object.keys(edits).length === 0 ? others : { ...others, [productId]: edits } });
}

/** The fields whose saved value changed after the person typed over it. */
export function changedMeanwhile(fields: readonly Pick<ProductField, 'name' | 'value'>[], edits: FieldEdits) {
  return fields.filter(({ name, value }) => {
    const edit = edits[name];
    return edit !== undefined && edit.over !== value && edit.typed !== value;
  });
}

const editsOf = ({ edits, before }: SentFields): FieldEdits =>
  Object.fromEntries(Object.entries(edits).map(([name, typed]) => [name, { typed, over: before[name] ?? '' }]));

const sentFields = z.object({
  productId: z.int(),
  name: z.string(),
  /** The values before the edits. */
  before: z.record(z.string(), z.string()),
  edits: z.record(z.string(), z.string()),
  isUndo: z.boolean(),
});
type SentFields = z.output<typeof sentFields>;

export const fieldsSubject = (productId: number): string => `product fields ${productId}`;

/** Changes values of a product's fields. "Undo" restores the earlier values. Rule: labels/field-values. */
export const changeFieldsCommand: CommandDefinition<typeof changeProductRoute, SentFields> = {
  kind: 'product-fields',
  route: changeProductRoute,
  readMemo: (kept) => sentFields.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    fetchAgain('fields');
    const sent = sentFields.safeParse(command.memo).data;
    if (!sent) return;
    const isTheirs = isOwnedBy(command, ownerNow());
    // An Undo leaves values alone that were typed since.
    if (outcome.kind === 'done' && isTheirs && !sent.isUndo) setEdits(sent.productId, {});
    if (outcome.kind === 'refused' && isTheirs && !sent.isUndo) setEdits(sent.productId, editsOf(sent));
    tellOutcome(outcome, command, watched, {
      done: ({ data }) => (sent.isUndo ? `${data.name}: fields as before` : `${data.name}: fields saved`),
      ...(!sent.isUndo && {
        next: ({ data }) => ({
          label: 'Undo',
          onPress: () => sendFields({ ...sent, before: sent.edits, edits: sent.before, isUndo: true }, data.version),
        }),
      }),
    });
  },
};

/** Sends new values, based on the product version on the screen. */
export function sendFields(sent: SentFields, version: number): void {
  void commands.send(changeFieldsCommand, {
    subject: fieldsSubject(sent.productId),
    title: `Fields of ${sent.name}`,
    memo: sent,
    params: { id: String(sent.productId) },
    body: { field_values: sent.edits, version },
  });
}
