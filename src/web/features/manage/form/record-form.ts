import { useLayoutEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { ReplyOf, Route } from '#contract/route.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { ownerNow, useCommand } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandRequest } from '#web/api/commands/definition.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import type { Change } from '#web/api/queries/query-keys.ts';
import { tellElsewhere, tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { type Draft, draftsOf, type Merged, merged } from '../edit/drafts.ts';

/** The fields of a form, as typed. */
export type Fields = Readonly<Record<string, unknown>>;

/** Drafts of all these forms, by the subject of the record's command. */
export const recordDrafts = draftsOf<Fields, Fields>();

/** The edits, and the record on the screen when they were sent. */
const sentForm = z.object({ edits: z.record(z.string(), z.unknown()), seen: z.record(z.string(), z.unknown()) });
export type SentForm = z.output<typeof sentForm>;

interface Words<R extends Route> {
  /** The data to fetch again after the answer. */
  readonly stale: Change;
  /** The sentence that confirms the save. */
  readonly done: (reply: ReplyOf<R>) => string;
  /** Shows the answer. */
  readonly show?: (reply: ReplyOf<R>) => void;
  /** True if the form has personal data, which is deleted as soon as the outcome is known. */
  readonly personal?: boolean;
}

/** The command that saves the form of a record. Refused edits go back into the form. */
export function formCommand<R extends Route>(
  kind: string,
  route: R,
  { stale, done, show, personal = false }: Words<R>,
): CommandDefinition<R, SentForm> {
  return {
    kind,
    route,
    personal,
    readMemo: (kept) => sentForm.safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'done' && outcome.first) show?.(outcome.reply);
      const sent = outcome.kind === 'refused' ? sentForm.safeParse(command.memo).data : undefined;
      if (sent && isOwnedBy(command, ownerNow())) recordDrafts.restore(command.subject, sent);
      fetchAgain(stale);
      tellOutcome(outcome, command, watched, { done });
    },
  };
}

export interface RecordForm<F extends Fields, R extends Route> extends Omit<Merged<F>, 'edited'> {
  /** Names of the fields that Save would change. */
  readonly changed: Merged<F>['edited'];
  /** The record's fields when the first edit was made. */
  readonly seen: F | null;
  readonly subject: string;
  readonly version: number;
  readonly isSent: boolean;
  readonly isEdited: boolean;
  /** The command that was sent and has no answer yet. */
  readonly open: CommandRecord | null;
  readonly refused: string | null;
  readonly change: (edits: Partial<F>) => void;
  readonly discard: () => void;
  /** Returns false if it was not sent. */
  readonly save: (title: string, request: CommandRequest<R>) => Promise<boolean>;
}

/**
 * The form of a record, saved as a whole. Typed text is kept while the person is elsewhere. Other people's saves show
 * in it.
 * @param current the saved fields; blank for a new record
 */
export function useRecordForm<F extends Fields, R extends Route>(
  definition: CommandDefinition<R, SentForm>,
  subject: string,
  current: F,
  { version, onDone }: { version: number; onDone?: (reply: ReplyOf<R>) => void },
): RecordForm<F, R> {
  const draft = recordDrafts.use(subject) as Draft<F, F>;
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(definition, subject, (outcome, memo) => {
    if (outcome.kind === 'done') onDone?.(outcome.reply);
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused' && memo) recordDrafts.restore(subject, memo);
    }
    // A conflict is not shown as a refusal, because the form shows the other person's change.
    if (outcome.kind === 'refused' && !isCallError(outcome.error, 'changed_meanwhile'))
      setRefused(sentenceOf(outcome.error));
  });
  const isSent = command.open !== null;
  const sentHere = useRef(false);
  // The command keeps the sent edits now. Edits in this window stay if another window sent.
  useLayoutEffect(() => {
    if (isSent && sentHere.current) recordDrafts.drop(subject);
    if (isSent) sentHere.current = false;
  }, [isSent, subject]);
  const shown = isSent ? { edits: (command.memo?.edits ?? {}) as Partial<F>, seen: null, kept: {} } : draft;
  const { edited: changed, ...form } = merged<F>(current, version, shown);
  return {
    ...form,
    changed,
    seen: shown.seen,
    subject,
    version,
    isSent,
    isEdited: Object.keys(draft.edits).length > 0,
    open: command.open,
    refused,
    change(edits) {
      // No edits while the form is sent: they would keep a refusal from restoring it.
      if (isSent) return;
      setRefused(null);
      recordDrafts.edit(subject, current, edits, version);
    },
    discard() {
      setRefused(null);
      recordDrafts.drop(subject);
    },
    async save(title, request) {
      if (isSent || form.conflicts.length > 0) return false;
      setRefused(null);
      sentHere.current = true;
      return command.send({ ...request, title, memo: { edits: draft.edits, seen: current } } as Parameters<
        typeof command.send
      >[0]);
    },
  };
}
