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
import {
  dropDraft,
  editDraft,
  type Fields,
  formOf,
  type FormState,
  NO_DRAFT,
  restoreDraft,
  useDrafts,
} from './record-draft.ts';

/** The edits, and the record that was on the screen when they were sent. */
const sentForm = z.object({ edits: z.record(z.string(), z.unknown()), seen: z.record(z.string(), z.unknown()) });
export type SentForm = z.output<typeof sentForm>;

interface Words<R extends Route> {
  /** Its answer makes this stale. */
  readonly stale: Change;
  /** Tells the person that it is done. */
  readonly done: (reply: ReplyOf<R>) => string;
  /** Puts the answer on the screen. */
  readonly show?: (reply: ReplyOf<R>) => void;
  /** The form has names or addresses of people, which go as soon as the outcome is known. */
  readonly personal?: boolean;
}

/** The command that saves the form of a record; what is refused goes back into the form. */
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
      if (sent && isOwnedBy(command, ownerNow())) restoreDraft(command.subject, sent);
      fetchAgain(stale);
      tellOutcome(outcome, command, watched, { done });
    },
  };
}

export interface RecordForm<F extends Fields, R extends Route> extends FormState<F> {
  readonly subject: string;
  readonly version: number;
  readonly isSent: boolean;
  readonly isEdited: boolean;
  /** Sent, not answered. */
  readonly open: CommandRecord | null;
  readonly refused: string | null;
  readonly change: (edits: Partial<F>) => void;
  readonly discard: () => void;
  /** False when it was not sent. */
  readonly save: (title: string, request: CommandRequest<R>) => Promise<boolean>;
}

/**
 * The form of a record, which is changed as a whole. What is typed stays while something else is looked at; what somebody
 * else saves meanwhile shows in it.
 * @param current the fields as they are saved; blank for a new record
 */
export function useRecordForm<F extends Fields, R extends Route>(
  definition: CommandDefinition<R, SentForm>,
  subject: string,
  current: F,
  { version, onDone }: { version: number; onDone?: (reply: ReplyOf<R>) => void },
): RecordForm<F, R> {
  const draft = useDrafts((drafts) => drafts[subject]) ?? NO_DRAFT;
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(definition, subject, (outcome, memo) => {
    if (outcome.kind === 'done') onDone?.(outcome.reply);
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused' && memo) restoreDraft(subject, memo);
    }
    // The form shows the changes of the other person.
    if (outcome.kind === 'refused' && !isCallError(outcome.error, 'changed_meanwhile'))
      setRefused(sentenceOf(outcome.error));
  });
  const isSent = command.open !== null;
  const sentHere = useRef(false);
  // From here on the command has it. What another window sent leaves the edits of this one alone.
  useLayoutEffect(() => {
    if (isSent && sentHere.current) dropDraft(subject);
    if (isSent) sentHere.current = false;
  }, [isSent, subject]);
  const shown = isSent ? { ...NO_DRAFT, edits: command.memo?.edits ?? {} } : draft;
  const form = formOf(current, version, shown);
  return {
    ...form,
    subject,
    version,
    isSent,
    isEdited: Object.keys(draft.edits).length > 0,
    open: command.open,
    refused,
    change(edits) {
      // Typing now would keep a refusal from bringing back the sent edits.
      if (isSent) return;
      setRefused(null);
      editDraft(subject, current, version, edits);
    },
    discard() {
      setRefused(null);
      dropDraft(subject);
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
