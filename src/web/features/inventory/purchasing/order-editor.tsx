import { useEffect, useRef, useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { canEditCosts, canEditItems } from '#domain/purchase-order.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { useUser } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/panels.tsx';
import { ask } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { bodyOf, draftOf, type DraftOrder, EMPTY_DRAFT, isSameDraft, problemsOf } from './draft-order.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditorAside } from './editor-aside.tsx';
import { EditorLines } from './editor-lines.tsx';
import { beginDraft, type DraftId, forgetDraft, type KeptDraft, restartDraft, useDraft } from './kept-drafts.ts';
import { BACK } from './order-page.tsx';
import { PageHead } from './page-head.tsx';
import { createOrder, fetchOrder, updateOrder, usePurchaseOrder } from './purchasing-queries.ts';
import { goTo, type Tab, usePurchasing } from './purchasing-state.ts';

/** What of an order is still open to be edited. */
export type Editing = 'items' | 'costs' | 'notes';

/** A purchase order made by hand. What was typed is kept until it is created or discarded. */
export function NewOrder({ tab }: { tab: Tab }) {
  const kept = useDraft('new');
  const supplierId = usePurchasing((state) => (tab === 'suppliers' ? state.supplierId : state.filter.supplierId));
  const start = useRef(supplierId);
  useEffect(() => beginDraft('new', { ...EMPTY_DRAFT, supplierId: start.current }), []);
  if (!kept) return null;
  return <Editor tab={tab} id="new" kept={kept} order={null} />;
}

export function EditOrder({ tab, id }: { tab: Tab; id: number }) {
  const { data: order, error, refetch } = usePurchaseOrder(id);
  const kept = useDraft(id);
  const begun = kept !== null;
  useEffect(() => {
    if (order && !begun) beginDraft(id, draftOf(order), order.version);
  }, [id, order, begun]);
  if (order && kept) return <Editor tab={tab} id={id} kept={kept} order={order} />;
  return (
    <div className="flex h-full flex-col">
      <PageHead title="Purchase order" back={BACK[tab]} onBack={() => goTo(tab, { kind: 'order', id })} />
      {error ? (
        <ErrorPanel title="Failed to load the purchase order" error={error} onRetry={refetch} />
      ) : (
        <LoadingPanel label="Loading purchase order..." />
      )}
    </div>
  );
}

function editingOf(order: PurchaseOrder | null): Editing {
  if (order === null || canEditItems(order.status)) return 'items';
  return canEditCosts(order.status) ? 'costs' : 'notes';
}

interface Opened {
  tab: Tab;
  id: DraftId;
  kept: KeptDraft;
  order: PurchaseOrder | null;
}

function Editor({ tab, id, kept, order }: Opened) {
  const { location } = useUser();
  const saving = useSave({ tab, id, kept, order });
  const editing = editingOf(order);
  const changed = !isSameDraft(kept.draft, order ? draftOf(order) : EMPTY_DRAFT);

  async function leave() {
    if (changed) {
      const confirmed = await ask({
        title: order ? 'Discard the changes?' : 'Discard this purchase order?',
        message: order ? `${order.po_number} stays as it was saved.` : 'Its lines are not saved yet.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        tone: 'danger',
      });
      if (!confirmed) return;
    }
    forgetDraft(id);
    goTo(tab, order ? { kind: 'order', id: order.id } : { kind: 'list' });
  }

  return (
    <div className="flex h-full flex-col">
      <PageHead
        title={order ? `Edit ${order.po_number}` : 'New purchase order'}
        back={order ? order.po_number : BACK[tab]}
        onBack={() => void leave()}
        facts={order?.location_name ?? location}
        actions={
          <span className="flex gap-2">
            <Button onClick={() => void leave()}>{changed ? 'Discard' : 'Cancel'}</Button>
            <Button variant="primary" busy={saving.busy} onClick={() => void saving.save()}>
              {order ? 'Save changes' : 'Create purchase order'}
            </Button>
          </span>
        }
      />
      {saving.refused !== null && (
        <p role="alert" className="bg-danger-soft px-4 py-2 text-sm text-danger-ink">
          {saving.refused}
        </p>
      )}
      <div className="flex min-h-0 grow">
        <EditorLines id={id} draft={kept.draft} editing={editing} problems={saving.problems} />
        <EditorAside id={id} draft={kept.draft} editing={editing} problems={saving.problems} order={order} />
      </div>
      {saving.conflict && order && (
        <EditConflict
          mine={kept.draft}
          theirs={saving.conflict}
          onTheirs={() => {
            restartDraft(id, draftOf(saving.conflict ?? order), saving.conflict?.version ?? null);
            saving.settle();
          }}
          onMine={() => {
            restartDraft(id, kept.draft, saving.conflict?.version ?? null);
            saving.settle();
            void saving.save(saving.conflict?.version);
          }}
          onClose={saving.settle}
        />
      )}
    </div>
  );
}

const NO_PROBLEMS = new Map<string, string>();

function useSave({ tab, id, kept, order }: Opened) {
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [conflict, setConflict] = useState<PurchaseOrder | null>(null);
  const { draft } = kept;
  const problems = problemsOf(draft);

  async function send(version: number | null): Promise<PurchaseOrder> {
    if (!order) return createOrder(bodyOf(draft), kept.key);
    const parts = partsOf(draft, editingOf(order));
    return updateOrder(order.id, { ...parts, ...(version === null ? {} : { expected_version: version }) });
  }

  async function save(version = kept.version) {
    if (busy) return;
    setTried(true);
    setRefused(null);
    if (editingOf(order) !== 'notes' && problems.size > 0) return focusFirstProblem();
    setBusy(true);
    try {
      const saved = await send(version ?? null);
      forgetDraft(id);
      goTo(tab, { kind: 'order', id: saved.id });
      toast.success(order ? `${saved.po_number} saved` : `Success, purchase order ${saved.po_number} created`);
    } catch (error) {
      if (order && isCallError(error, 'po_changed')) setConflict(await fetchOrder(order.id).catch(() => null));
      if (!isCallError(error, 'po_changed')) setRefused(refusalOf(order, error));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    refused,
    conflict,
    problems: tried ? problems : NO_PROBLEMS,
    save,
    settle: () => setConflict(null),
  };
}

/** Only what is still open is sent: the rest would be refused. */
function partsOf(draft: DraftOrder, editing: Editing) {
  const body = bodyOf(draft);
  return editing === 'notes' ? { notes: body.notes } : body;
}

function refusalOf(order: PurchaseOrder | null, error: unknown): string {
  const sentence = sentenceOf(error);
  if (isCallError(error) && error.ambiguous) {
    return `It is not known whether this was saved. ${sentence} Press the button again: nothing is made twice.`;
  }
  return order ? `Failed to save ${order.po_number}: ${sentence}` : `Failed to create purchase order: ${sentence}`;
}

/** After the fields were marked. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('[data-po-editor] [aria-invalid=true]');
    field?.focus();
    field?.scrollIntoView({ block: 'nearest' });
  });
}
