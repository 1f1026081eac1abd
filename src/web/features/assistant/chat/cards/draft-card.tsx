import { ArrowUpRight, Check, Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Draft } from '#contract/assistant-cards.ts';
import type { Route } from '#contract/route.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { countTheseItems } from '#web/entities/stock/count-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { Badge, type Tone } from '#web/ui/status/badge.tsx';
import { approveDraftCommand, rejectDraftCommand, undoDraftCommand } from '../../assistant-commands.ts';
import { useDraft } from '../../assistant-queries.ts';
import { composerField } from '../composer.tsx';
import { openRows } from './open-card.ts';
import { ScrollRegion } from '../../scroll-region.tsx';

const STATE: Record<Draft['state'], { readonly words: string; readonly tone: Tone }> = {
  proposed: { words: 'Waiting for approval', tone: 'yellow' },
  approved: { words: 'Approved', tone: 'green' },
  rejected: { words: 'Turned down', tone: 'neutral' },
  undone: { words: 'Undone', tone: 'neutral' },
  lapsed: { words: 'Lapsed', tone: 'neutral' },
};

/** A change that the assistant proposes, and its effect. Only a person approves it. Rule: ai-view/drafts. */
export function DraftCard({ draft: drafted }: { draft: Draft }) {
  const now = useDraft(drafted.id);
  const draft = now.data?.draft ?? drafted;
  const { words, tone } = STATE[draft.state];
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center gap-2 px-3 pt-2">
        <Badge tone={tone}>{words}</Badge>
        {draft.decided_by !== '' && <span className="text-xs text-ink-3">by {draft.decided_by}</span>}
      </div>
      {draft.reason !== '' && <p className="px-3 pt-1.5 text-ink-2">{draft.reason}</p>}
      <Changes draft={draft} />
      {now.isError && (
        <p role="alert" className="px-3 pb-2 text-danger-ink">
          {sentenceOf(now.error)}{' '}
          <button type="button" className="underline" onClick={() => void now.refetch()}>
            Try again
          </button>
        </p>
      )}
      <Decision draft={draft} token={now.data?.approval_token ?? ''} />
    </div>
  );
}

/** Kinds whose change replaces a value. Cards of the other kinds show the present state for comparison. */
const REPLACING: readonly Draft['kind'][] = ['product_fields', 'price_change', 'menu_layout'];

const isOne = (words: readonly string[]): boolean => new Set(words).size === 1;

function Changes({ draft: { kind, title, changes } }: { draft: Draft }) {
  const replaces = REPLACING.includes(kind);
  // The title names the one item that is changed; the field of a list heads its column.
  const hasItems = !replaces || !isOne(changes.map(({ item }) => item));
  const field = replaces ? undefined : changes[0]?.field;
  return (
    <ScrollRegion label={`Changes: ${title}`} className="mt-1.5 max-h-96 overflow-auto border-y border-line px-3">
      <table className="w-full text-xs">
        <thead className="sticky top-0 bg-raised">
          <tr className="text-left text-ink-3">
            <th className="h-7 pr-3 font-medium">{hasItems ? 'Item' : 'Field'}</th>
            <th className="h-7 pr-3 font-medium">{replaces ? 'Before' : 'Now'}</th>
            <th className={cx('h-7 font-medium', !replaces && 'text-right whitespace-nowrap')}>
              {replaces ? 'After' : (field ?? 'Drafted')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) =>
            field !== undefined && change.field !== field ? (
              <tr key={change.field} className="border-t border-line align-top">
                <td className="py-1.5 pr-3 text-ink-3">{change.field}</td>
                <td colSpan={2} className="py-1.5 wrap-anywhere whitespace-pre-wrap text-ink">
                  {change.after}
                </td>
              </tr>
            ) : (
              <tr key={`${change.item} ${change.field}`} className="border-t border-line align-top">
                <td className="py-1.5 pr-3 wrap-anywhere text-ink">
                  {hasItems ? change.item : change.field}
                  {hasItems && field === undefined && <span className="block text-ink-3">{change.field}</span>}
                </td>
                <td className={cx('py-1.5 pr-3 text-ink-2', replaces ? 'wrap-anywhere' : 'whitespace-nowrap')}>
                  {change.before === '' ? (
                    '–'
                  ) : replaces && change.before !== change.after ? (
                    <s>{change.before}</s>
                  ) : (
                    change.before
                  )}
                </td>
                <td
                  className={cx(
                    'py-1.5 font-medium text-ink',
                    replaces ? 'wrap-anywhere' : 'text-right whitespace-nowrap tabular-nums',
                  )}
                >
                  {change.after === '' ? '–' : change.after}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** One decision about a draft. A refusal is shown next to the button; otherwise the buttons are others. */
function useDecision<R extends Route>(
  command: CommandDefinition<R, null>,
  id: number,
  refuse: (sentence: string | null) => void,
  onDone: () => void,
) {
  return useCommand(command, `draft ${id}`, (outcome) => {
    refuse(outcome.kind === 'refused' ? sentenceOf(outcome.error) : null);
    if (outcome.kind === 'done') onDone();
  });
}

function Decision({ draft, token }: { draft: Draft; token: string }) {
  const [refused, setRefused] = useState<string | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const shown = () => [...(buttons.current?.querySelectorAll('button') ?? [])];
  const goOn = () => {
    // They can be pressed again until the new state of the draft has arrived.
    const before = shown();
    handFocusOn(() =>
      shown().length === 0 ? composerField() : shown().find((one) => !one.disabled && !before.includes(one)),
    );
  };
  const approval = useDecision(approveDraftCommand, draft.id, setRefused, goOn);
  const rejection = useDecision(rejectDraftCommand, draft.id, setRefused, goOn);
  const undoing = useDecision(undoDraftCommand, draft.id, setRefused, goOn);
  const open = approval.open ?? rejection.open ?? undoing.open;
  const request = { params: { id: String(draft.id) }, memo: null };
  const { title } = draft;
  return (
    <div className="flex flex-col gap-2 px-3 py-2.5">
      {refused !== null && (
        <p role="alert" className="text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="decision" command={open} />
      <div ref={buttons} className="flex flex-wrap items-center gap-2">
        {draft.state === 'proposed' && (
          <>
            <Button
              variant="primary"
              icon={<Check aria-hidden className="size-4" />}
              busy={approval.open !== null}
              disabled={!draft.may_approve || token === '' || open !== null}
              onClick={() =>
                void approval.send({ ...request, title: `Approve: ${title}`, body: { approval_token: token } })
              }
            >
              Approve
            </Button>
            <Button
              variant="ghost"
              icon={<X aria-hidden className="size-4" />}
              busy={rejection.open !== null}
              disabled={open !== null}
              onClick={() => void rejection.send({ ...request, title: `Turn down: ${title}` })}
            >
              Turn down
            </Button>
          </>
        )}
        {draft.state === 'approved' && (
          <Button
            icon={<Undo2 aria-hidden className="size-4" />}
            busy={undoing.open !== null}
            disabled={open !== null}
            onClick={() => void undoing.send({ ...request, title: `Undo: ${title}` })}
          >
            Undo
          </Button>
        )}
        {draft.state === 'approved' && draft.result && <ResultLink result={draft.result} />}
      </div>
      {draft.state === 'proposed' && !draft.may_approve && draft.why_not !== '' && (
        <p className="text-xs text-ink-3">{draft.why_not}</p>
      )}
    </div>
  );
}

/** The address parameter that opens one record of a view. */
const RECORD: Partial<Record<string, string>> = { orders: 'order', customers: 'customer', purchasing: 'order' };

/** Opens the drafted list of items in the view that works with it. */
function openItems({ view, items = [] }: NonNullable<Draft['result']>): void {
  const named = items.map(({ product_id: productId, variation_id: variationId, quantity }) => ({
    productId,
    variationId,
    ...(quantity !== null && { copies: quantity }),
  }));
  if (view === 'labels') printLabelsOf(named);
  else countTheseItems(named);
}

function ResultLink({ result }: { result: NonNullable<Draft['result']> }) {
  const { label, view, id } = result;
  const record = RECORD[view];
  return (
    <Button
      variant="ghost"
      icon={<ArrowUpRight aria-hidden className="size-4" />}
      onClick={() =>
        result.items ? openItems(result) : openRows(view, record === undefined ? {} : { [record]: String(id) })
      }
    >
      {result.items ? `Open ${label}` : label}
    </Button>
  );
}
