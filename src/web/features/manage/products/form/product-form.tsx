import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { type CallError, sentenceOf } from '#web/api/call/call-error.ts';
import { type FormCommand, useCommand } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { fromWallTime, toWallTime } from '#web/ui/wall-time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';
import { focusAtOnce, handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { ChangedMeanwhile } from '../../edit/changed-meanwhile.tsx';
import { merged } from '../../edit/drafts.ts';
import { useCategories } from '../../edit/category-queries.ts';
import { addProductCommand, changeProductCommand, type SentProduct } from '../product-commands.ts';
import { type FieldName, fieldsOf, NEW_PRODUCT, type ProductEdits, type ProductFields } from '../product-fields.ts';
import { ProductHead } from './product-head.tsx';
import { ProductSections } from './product-sections.tsx';
import { FIELD_LABEL, sayField } from '../product-words.ts';
import { productsAddress } from '../products-address.ts';
import { useFieldsOf } from './product-values.tsx';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';
import { productDrafts, subjectOf, tellUnsaved } from '../products-state.ts';
import { changeBody, changedFields, readProduct } from './read-product.ts';

/** The command of the form: to add a product, or to change one. */
function useProductCommand(id: number | null, onRefused: (error: CallError) => void) {
  const subject = subjectOf(id);
  const heard = (outcome: CommandOutcome, memo: SentProduct | null) => {
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused' && memo) productDrafts.restore(subject, memo);
    }
    // A conflict is not shown as a refusal, because the form shows the other person's change.
    if (outcome.kind === 'refused' && outcome.error.code !== 'changed_meanwhile') onRefused(outcome.error);
  };
  const add = useCommand(addProductCommand, subject, (outcome, memo) => {
    if (outcome.kind === 'done') productsAddress.change({ open: outcome.reply.data.id, adding: false });
    heard(outcome, memo);
  });
  const change = useCommand(changeProductCommand, subject, heard);
  return {
    add,
    change,
    present: (id === null ? add : change) as Pick<FormCommand<never, SentProduct>, 'open' | 'memo'>,
  };
}

/** The form of a product. It is saved as a whole. Rule: catalogue/managed-products. */
export function ProductForm({ product }: { product: ManagedProduct | null }) {
  const { time_zone: timeZone } = useUser();
  const subject = subjectOf(product?.id ?? null);
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<CallError | null>(null);
  // Counts presses of Save since the last successful one.
  const [tries, setTries] = useState(0);
  const { add, change: changing, present } = useProductCommand(product?.id ?? null, setRefused);
  const isSent = present.open !== null;
  const sentHere = useRef(false);
  /** The control that had the focus when the form was sent; its fields are disabled until the answer comes. */
  const left = useRef<HTMLElement | null>(null);
  /** The field that was worked on last. */
  const worked = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const shown = form.current;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) worked.current = target;
    };
    shown?.addEventListener('focusin', note);
    return () => shown?.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const control = isSent ? null : left.current;
    if (!control) return;
    left.current = null;
    // With nothing to save the button is disabled, and the work goes on where it was. The first field may be far above.
    const place = worked.current?.isConnected ? worked.current : null;
    handFocusOn(() => (control.matches(':disabled') ? (place ?? form.current?.querySelector('input')) : control));
  }, [isSent]);
  // The command keeps the sent edits now. Edits in this window stay if another window sent.
  useLayoutEffect(() => {
    if (isSent && sentHere.current) productDrafts.drop(subject);
    if (isSent) sentHere.current = false;
  }, [isSent, subject]);
  useEffect(() => {
    if (product === null) focusAtOnce(form.current?.querySelector('input'));
  }, [product]);

  useEffect(() => {
    if (tries > 0) focusFirstWrong(form.current);
  }, [tries]);

  const draft = productDrafts.use(subject);
  const saved = product === null ? NEW_PRODUCT : fieldsOf(product, (instant) => toWallTime(instant, timeZone));
  const shown = isSent ? { edits: present.memo?.edits ?? {}, seen: null, kept: {} } : draft;
  const { fields, edited, others, conflicts } = merged<ProductFields>(saved, product?.version ?? 0, shown);
  const isEdited = edited.length > 0;
  const leave = useEffectEvent(() => {
    if (isEdited) tellUnsaved(product?.id ?? null, product?.name ?? '');
    // Typed and put back by hand: nothing is left to save.
    else if (!isSent) productDrafts.drop(subject);
  });
  useEffect(() => () => leave(), []);
  const rules = useFieldsOf(fields);
  const readWall = (typed: string) => fromWallTime(typed, timeZone);
  const read = readProduct(fields, product === null ? null : saved, readWall, rules);
  const changed = changedFields(fields, saved);
  /** The problem of a field, once it was edited or Save was pressed; otherwise the server's refusal of it. */
  function problemOf(key: string): string | undefined {
    const [top = key] = key.split('.');
    const isTouched = tries > 0 || (edited.includes(top as FieldName) && !isBegun(fields, key));
    return (isTouched ? read.problems[key] : undefined) ?? (refused ? refusedField(refused, fields, key) : undefined);
  }
  const refusedElsewhere =
    refused !== null && !fieldKeys(fields).some((key) => refusedField(refused, fields, key)) ? refused : null;

  function edit(edits: ProductEdits) {
    // No edits while the form is sent: they would keep a refusal from restoring it.
    if (isSent) return;
    setRefused(null);
    productDrafts.edit(subject, saved, edits, product?.version ?? 0);
  }

  async function save() {
    if (isSent || conflicts.length > 0 || (!isEdited && product !== null)) return;
    setTries(tries + 1);
    setRefused(null);
    if (Object.keys(read.problems).length > 0) return;
    // The edits restore the saved values, so there is nothing to send.
    if (product !== null && changed.length === 0) {
      setTries(0);
      return productDrafts.drop(subject);
    }
    sentHere.current = true;
    left.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const memo = { edits: draft.edits, seen: product === null ? null : saved };
    const title = `${product === null ? 'Add' : 'Change'} ${fields.name.trim()}`;
    if (product === null) {
      const { variations, ...body } = read.body;
      const { openingStock } = read;
      const isVariable = fields.type === 'variable';
      const type = isVariable ? ('variable' as const) : ('simple' as const);
      await add.send({
        title,
        memo,
        body: {
          ...body,
          name: fields.name.trim(),
          type,
          ...(isVariable && { variations }),
          ...(openingStock > 0 && { opening_stock: [{ quantity: openingStock }] }),
        },
      });
    } else {
      const params = { id: String(product.id) };
      await changing.send({ title, memo, params, body: changeBody(read.body, changed, product.version) });
    }
    setTries(0);
  }

  return (
    <div className="flex h-full flex-col">
      <ProductHead product={product} name={fields.name} isEdited={isEdited || isSent} />
      <form
        ref={form}
        aria-label={product === null ? 'New product' : 'Product'}
        noValidate
        className="min-h-0 grow scroll-pb-24 overflow-y-auto"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ProductSections
          product={product}
          fields={fields}
          rules={rules}
          problemOf={problemOf}
          disabled={isSent}
          onEdit={edit}
        />
        {/* Always visible, and so are other people's changes. */}
        <div className="sticky bottom-0 z-10 flex flex-col gap-3 border-t border-line bg-ground px-6 py-3 max-[640px]:px-4">
          <Meanwhile
            others={others}
            conflicts={conflicts}
            seen={draft.seen}
            saved={saved}
            mine={fields}
            onTheirs={(name) => productDrafts.takeTheirs(subject, name, saved)}
            onMine={(name) => productDrafts.keepMine(subject, name, product?.version ?? 0)}
          />
          {refusedElsewhere && (
            <p role="alert" className="text-sm text-danger-ink">
              {sentenceOf(refusedElsewhere)}
            </p>
          )}
          <Checking what="change" command={present.open} />
          <div className="flex items-center justify-end gap-2 max-[640px]:flex-wrap">
            <p className="grow text-sm text-ink-3 max-[640px]:basis-full">
              {product === null
                ? 'A draft is not sold until its status is For sale.'
                : 'Open tills have a change within a second.'}
            </p>
            {isEdited && !isSent && (
              <Button variant="ghost" onClick={() => productDrafts.drop(subject)}>
                Discard
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              busy={isSent}
              disabled={!isSent && (conflicts.length > 0 || (!isEdited && product !== null))}
            >
              {product === null ? 'Add product' : 'Save'}
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}

/** True for a later price or an attribute that is still being typed: it has no problem yet. */
function isBegun(fields: ProductFields, key: string): boolean {
  if (key === 'attributes') return true;
  const parts = key.split('.');
  const at = parts.indexOf('price_changes');
  if (at === -1) return false;
  const { price_changes: changes } = (at === 0 ? fields : fields.variations[Number(parts[1])]) ?? fields;
  const change = changes[Number(parts[at + 1])];
  return change !== undefined && (change.from === '' || change.regular_price === '');
}

/** Keys of the fields that a refusal may name. */
function fieldKeys(fields: ProductFields): string[] {
  return [
    'sku',
    'barcode',
    ...fields.variations.flatMap((_, at) => [`variations.${at}.sku`, `variations.${at}.barcode`]),
  ];
}

/** The server's refusal of this field. If a code belongs to another product, only the field with that code shows it. */
function refusedField({ details, message }: CallError, fields: ProductFields, key: string): string | undefined {
  const [name = '', place, inner] = key.split('.');
  const item = place === undefined ? fields : fields.variations[Number(place)];
  const field = inner ?? name;
  if (details['field'] !== field || (field !== 'sku' && field !== 'barcode') || !item) return undefined;
  const { value } = details;
  const typed = item[field].trim();
  return value === undefined || value === typed || value === typed.replaceAll(/[\s-]/g, '') ? message : undefined;
}

function Meanwhile({
  others,
  conflicts,
  seen,
  saved,
  mine,
  onTheirs,
  onMine,
}: {
  others: readonly FieldName[];
  conflicts: readonly FieldName[];
  seen: ProductFields | null;
  saved: ProductFields;
  mine: ProductFields;
  onTheirs: (name: FieldName) => void;
  onMine: (name: FieldName) => void;
}) {
  const { data: categories = [] } = useCategories();
  const { data: blueprints = [] } = useBlueprints();
  const of = { seen: seen ?? saved, saved, mine };
  return (
    <ChangedMeanwhile
      what="this product"
      others={others}
      conflicts={conflicts}
      labelOf={(name) => FIELD_LABEL[name]}
      say={(name, which) => sayField(name, of[which], { categories, blueprints })}
      onTheirs={onTheirs}
      onMine={onMine}
    />
  );
}
