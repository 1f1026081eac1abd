import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type BulkPreview, bulkPreviewRoute } from '#contract/bulk-products.ts';
import type { ManagedBlueprint, ManagedField } from '#contract/blueprints.ts';
import type { ListedProduct } from '#contract/managed-products.ts';
import { counted } from '#domain/counted.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { call } from '#web/api/call/call.ts';
import { type CallError, sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { fromWallTime } from '#web/ui/wall-time.ts';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';
import { clearSelection, selectProducts } from '../products-state.ts';
import {
  BULK_SUBJECT,
  bulkEditCommand,
  focusList,
  type LeftAlone,
  leftAloneOf,
  LeftAloneList,
} from './bulk-command.tsx';
import { type BulkDraft, NO_DRAFT, readDraft, useBulkDraft } from './bulk-draft.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkPreviewTable } from './bulk-preview.tsx';

const NO_FIELDS: readonly ManagedField[] = [];

/** The fields of the blueprint that is chosen for all products, or of their only one; null if they have several. */
function useRules(
  products: readonly ListedProduct[],
  blueprints: readonly ManagedBlueprint[] | undefined,
  chosen: BulkDraft['blueprint'],
): readonly ManagedField[] | null {
  return useMemo(() => {
    // Which blueprint the categories of each give is known to the server.
    if (chosen !== null && chosen.id === null) return null;
    const [wanted, another] = new Set(chosen ? [chosen.id] : products.map(({ blueprint_id: id }) => id));
    if (another !== undefined) return null;
    const fields = blueprints?.find(({ id }) => id === wanted)?.fields ?? NO_FIELDS;
    return fields.filter(({ name }) => !isCostKey(name));
  }, [products, blueprints, chosen]);
}

/**
 * Changes the chosen products together: the form, a preview of each product, and the products that were left alone.
 * Rule: catalogue/bulk-edit.
 */
export function BulkEdit({ products, onClose }: { products: readonly ListedProduct[]; onClose: () => void }) {
  const draft = useBulkDraft();
  const { time_zone: timeZone } = useUser();
  const { data: blueprints } = useBlueprints();
  const rules = useRules(products, blueprints, draft.blueprint);
  // The form shows no reorder level to those who may not set it.
  const maySetLevel = useMay('adjust-stock');
  const { change, problems, isEmpty } = readDraft(
    maySetLevel ? draft : { ...draft, level: NO_DRAFT.level },
    (typed) => fromWallTime(typed, timeZone),
    rules,
  );
  const form = useRef<HTMLDivElement>(null);
  /** Counts presses of Preview. */
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) focusFirstWrong(form.current);
  }, [tries]);
  const [previews, setPreviews] = useState<readonly BulkPreview[] | null>(null);
  const [left, setLeft] = useState<readonly LeftAlone[] | null>(null);
  const [refused, setRefused] = useState<CallError | null>(null);
  const command = useCommand(bulkEditCommand, BULK_SUBJECT, (outcome, memo, here) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') return setRefused(outcome.error);
    if (outcome.kind !== 'done' || !here) return;
    const leftAlone = leftAloneOf(outcome.reply, memo);
    clearSelection();
    focusList();
    if (leftAlone.length === 0) {
      useBulkDraft.setState(NO_DRAFT, true);
      return onClose();
    }
    // Products that were left alone stay chosen and the form stays filled, so that the person can try again.
    selectProducts(leftAlone, true);
    setPreviews(null);
    setLeft(leftAlone);
  });
  const preview = useMutation({
    mutationFn: async () =>
      (await call(bulkPreviewRoute, { body: { ids: products.map(({ id }) => id), change } })).data,
    onSuccess: (data) => {
      setPreviews(data);
      setLeft(null);
    },
  });
  const isSent = command.open !== null;
  const changing = previews?.filter(({ changes }) => changes.length > 0) ?? [];

  function look() {
    setTries(tries + 1);
    setRefused(null);
    if (Object.keys(problems).length === 0 && !isEmpty && products.length > 0) preview.mutate();
  }

  function send() {
    setRefused(null);
    const names = Object.fromEntries(changing.map(({ id, name }) => [id, name]));
    const items = changing.map(({ id, version, seen_levels: levels }) => ({ id, version, seen_levels: levels }));
    void command.send({
      title: `Change ${counted(changing.length, 'product')}`,
      memo: { names },
      body: { items, change },
    });
  }

  const error = refused ?? preview.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={`Edit ${counted(products.length, 'product')}`}
      footer={
        previews === null ? (
          <>
            {!isEmpty && !isSent && (
              <Button variant="ghost" onClick={() => useBulkDraft.setState(NO_DRAFT, true)}>
                Discard
              </Button>
            )}
            <Button variant="primary" busy={preview.isPending} disabled={isEmpty || isSent} onClick={look}>
              Preview
            </Button>
          </>
        ) : (
          <>
            <Button disabled={isSent} onClick={() => setPreviews(null)}>
              Back
            </Button>
            <Button variant="primary" busy={isSent} disabled={!isSent && changing.length === 0} onClick={send}>
              {changing.length === 0 ? 'Nothing to change' : `Change ${counted(changing.length, 'product')}`}
            </Button>
          </>
        )
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        <Checking what="change" command={command.open} />
        {error && (
          <p role="alert" className="text-sm text-danger-ink">
            {sentenceOf(error)}
          </p>
        )}
        {left && (
          <div role="alert" className="flex flex-col gap-1.5 text-sm">
            <p className="text-danger-ink">{counted(left.length, 'product')} left as before:</p>
            <LeftAloneList products={left} />
          </div>
        )}
        {previews === null ? (
          <BulkForm
            products={products}
            blueprints={blueprints ?? []}
            rules={rules}
            problems={tries > 0 ? problems : {}}
            disabled={isSent}
          />
        ) : (
          <BulkPreviewTable previews={previews} rules={rules ?? NO_FIELDS} />
        )}
      </div>
    </Dialog>
  );
}
