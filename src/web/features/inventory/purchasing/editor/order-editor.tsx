import { useEffect, useRef, useState } from 'react';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { Route } from '#contract/route.ts';
import { displayMoney } from '#domain/money.ts';
import { canEditCosts, canEditItems } from '#domain/purchase-order.ts';
import type { CallError } from '#web/api/call/call-error.ts';
import { type FormCommand, useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { CheckingBar } from '../page/checking-bar.tsx';
import {
  bodyOf,
  draftOf,
  type DraftOrder,
  draftTotals,
  type Editing,
  EMPTY_DRAFT,
  isSameDraft,
  problemsOf,
} from './draft-order.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditorAside } from './editor-aside.tsx';
import { EditorLines } from './editor-lines.tsx';
import { beginDraft, type DraftId, forgetDraft, type KeptDraft, restartDraft, useDraft } from './kept-drafts.ts';
import { focusNewOrderButton } from '../list/new-order-button.tsx';
import { changeOrderCommand, createOrderCommand, leaveForm, NEW_ORDER, subjectOf } from '../order-commands.ts';
import { BACK } from '../order/order-page.tsx';
import { PageHead } from '../page/page-head.tsx';
import { fetchOrder, usePurchaseOrder } from '../purchasing-queries.ts';
import { goTo, type Tab, usePurchasing } from '../purchasing-state.ts';

/** The command that saves the order, and the reason of its last refusal. */
interface Saving {
  readonly command: Pick<FormCommand<Route, unknown>, 'open' | 'unknown' | 'trouble'>;
  readonly refused: string | null;
  readonly save: () => void;
}

/** A purchase order made by hand. The draft is stored until it is created or discarded. */
export function NewOrder({ tab }: { tab: Tab }) {
  const typed = useDraft('new');
  const supplierId = usePurchasing((state) => (tab === 'suppliers' ? state.supplierId : state.filter.supplierId));
  const start = useRef(supplierId);
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(createOrderCommand, NEW_ORDER, (outcome) => {
    if (outcome.kind === 'refused') setRefused(`Failed to create purchase order: ${outcome.error.message}`);
    if (outcome.kind === 'elsewhere') elsewhere(outcome.state, 'new', null);
  });
  const kept = command.memo ?? typed;
  const begun = kept !== null;
  useEffect(() => {
    if (!begun) beginDraft('new', { ...EMPTY_DRAFT, supplierId: start.current });
  }, [begun]);
  if (!kept) return null;

  function save() {
    if (!kept) return;
    setRefused(null);
    void command.send({
      key: kept.key,
      title: `Purchase order of ${displayMoney(draftTotals(kept.draft).totalCents)}`,
      memo: kept,
      body: bodyOf(kept.draft),
    });
  }
  return <Editor tab={tab} id="new" draft={kept.draft} order={null} saving={{ command, refused, save }} />;
}

export function EditOrder({ tab, id }: { tab: Tab; id: number }) {
  const { data: order, error, refetch } = usePurchaseOrder(id);
  const typed = useDraft(id);
  const [refused, setRefused] = useState<string | null>(null);
  const [conflict, setConflict] = useState<PurchaseOrder | null>(null);
  const command = useCommand(changeOrderCommand, subjectOf(id), (outcome) => {
    if (outcome.kind === 'elsewhere') elsewhere(outcome.state, 'edit', id);
    if (outcome.kind === 'refused') void wasRefused(outcome.error);
  });
  const kept = command.memo?.kept ?? typed;
  const begun = kept !== null;
  useEffect(() => {
    if (order && !begun) beginDraft(id, draftOf(order), order.version);
  }, [id, order, begun]);

  async function wasRefused({ code, message }: CallError) {
    if (code === 'po_changed') setConflict(await fetchOrder(id).catch(() => null));
    else setRefused(`Failed to save ${order?.po_number ?? 'the purchase order'}: ${message}`);
  }

  function save({ po_number: number, status }: PurchaseOrder, mine: KeptDraft) {
    setRefused(null);
    const version = mine.version === null ? {} : { expected_version: mine.version };
    void command.send({
      key: mine.key,
      title: `Changes to ${number}`,
      memo: { id, kept: mine },
      params: { id: String(id) },
      body: { ...partsOf(mine.draft, editingOf(status)), ...version },
    });
  }

  if (order && kept) {
    return (
      <>
        <Editor
          tab={tab}
          id={id}
          draft={kept.draft}
          order={order}
          saving={{ command, refused, save: () => save(order, kept) }}
        />
        {conflict && (
          <EditConflict
            mine={kept.draft}
            theirs={conflict}
            onTheirs={() => {
              restartDraft(id, draftOf(conflict), conflict.version);
              setConflict(null);
            }}
            onMine={() => {
              save(conflict, restartDraft(id, kept.draft, conflict.version));
              setConflict(null);
            }}
            onClose={() => setConflict(null)}
          />
        )}
      </>
    );
  }
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

function elsewhere(state: 'done' | 'refused', form: 'new' | 'edit', id: number | null): void {
  if (state === 'done') leaveForm(form, id, id === null ? { kind: 'list' } : { kind: 'order', id });
  tellElsewhere(state);
}

function editingOf(status: PurchaseOrder['status']): Editing {
  if (canEditItems(status)) return 'items';
  return canEditCosts(status) ? 'costs' : 'notes';
}

const NO_PROBLEMS = new Map<string, string>();

function Editor({
  tab,
  id,
  draft,
  order,
  saving: { command, refused, save },
}: {
  tab: Tab;
  id: DraftId;
  draft: DraftOrder;
  order: PurchaseOrder | null;
  saving: Saving;
}) {
  const { location } = useUser();
  const [tried, setTried] = useState(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  const editing = order ? editingOf(order.status) : 'items';
  const sent = command.open !== null;
  const changed = !sent && !isSameDraft(draft, order ? draftOf(order) : EMPTY_DRAFT);
  const found = problemsOf(draft);
  const problems = tried ? found : NO_PROBLEMS;

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
    if (!sent) forgetDraft(id);
    goTo(tab, order ? { kind: 'order', id: order.id } : { kind: 'list' });
    if (!order) focusNewOrderButton();
  }

  function trySave() {
    setTried(true);
    if (editing !== 'notes' && found.size > 0) focusFirstWrong(fields.current);
    else save();
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
            <Button onClick={() => void leave()}>{sent ? 'Close' : changed ? 'Discard' : 'Cancel'}</Button>
            <Button variant="primary" busy={sent} onClick={trySave}>
              {order ? 'Save changes' : 'Create purchase order'}
            </Button>
          </span>
        }
      />
      {refused !== null && (
        <p role="alert" className="bg-danger-soft px-4 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <CheckingBar what={order ? 'change' : 'purchase order'} command={command.open} />
      <fieldset
        ref={fields}
        disabled={sent}
        className="flex min-h-0 grow max-[640px]:flex-col max-[640px]:overflow-y-auto"
      >
        <EditorLines id={id} draft={draft} editing={editing} problems={problems} sent={sent} />
        <EditorAside id={id} draft={draft} editing={editing} problems={problems} order={order} sent={sent} />
      </fieldset>
    </div>
  );
}

/** Only the parts that can still be edited are sent; the server would refuse the rest. */
function partsOf(draft: DraftOrder, editing: Editing) {
  const body = bodyOf(draft);
  return editing === 'notes' ? { notes: body.notes } : body;
}
