import { z } from 'zod';
import type { ReplyOf, Route } from '#contract/route.ts';
import { changeStaffRoute, createStaffRoute, endStaffSessionsRoute } from '#contract/staff.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { formCommand } from '../form/record-form.ts';
import { showMember } from './staff-queries.ts';

export const NEW_STAFF = 'staff new';
export const staffSubject = (id: number, part = 'account') => `staff ${id} ${part}`;

export const createStaffCommand = formCommand('staff-create', createStaffRoute, {
  stale: 'staff',
  done: ({ data }) => `The account of ${data.name} is made`,
  show: ({ data }) => showMember(data),
});

export const changeStaffCommand = formCommand('staff-change', changeStaffRoute, {
  stale: 'staff',
  done: ({ data }) => `The account of ${data.name} is saved`,
  show: ({ data }) => showMember(data),
});

/** A command that is one press. */
function pressed<R extends Route>(
  kind: string,
  route: R,
  { done, show }: { done: (reply: ReplyOf<R>) => string; show?: (reply: ReplyOf<R>) => void },
): CommandDefinition<R, null> {
  return {
    kind,
    route,
    readMemo: (kept) => z.null().safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'done' && outcome.first) show?.(outcome.reply);
      fetchAgain('staff');
      tellOutcome(outcome, command, watched, { done });
    },
  };
}

/** Disables an account or enables it again. */
export const staffStatusCommand = pressed('staff-status', changeStaffRoute, {
  done: ({ data }) =>
    data.status === 'disabled' ? `${data.name} cannot sign in any more` : `${data.name} can sign in again`,
  show: ({ data }) => showMember(data),
});

export const endSessionsCommand = pressed('staff-sessions', endStaffSessionsRoute, {
  done: ({ ended }) => (ended === 1 ? '1 session ended' : `${ended} sessions ended`),
});
