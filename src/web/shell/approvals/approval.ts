import { z } from 'zod';
import { create } from 'zustand';
import { APPROVABLE } from '#domain/permissions.ts';
import { approveBy, ownerNow } from '#web/api/commands/commands.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';

const needs = z.object({
  needs: z.array(z.object({ permission: z.enum(APPROVABLE), amount: z.int(), reason: z.string() })).min(1),
});

/** A command that waits for the PIN of somebody who may approve it. */
export interface WaitingApproval {
  readonly key: string;
  readonly title: string;
  readonly needs: z.output<typeof needs>['needs'];
  readonly answer: (approved: boolean) => void;
}

// For everybody: the shell answers all with "no" when it goes with the person who is signed in.
export const useApprovals = create<{ readonly queue: readonly WaitingApproval[] }>(() => ({ queue: [] }));

/** Ends the wait of a command. */
export function answerApproval({ key, answer }: WaitingApproval, approved: boolean): void {
  useApprovals.setState(({ queue }) => ({ queue: queue.filter((one) => one.key !== key) }));
  answer(approved);
}

/** Ends the wait of all commands. */
export function dropApprovals(): void {
  for (const one of useApprovals.getState().queue) answerApproval(one, false);
}

/** Has refused commands wait for an approval while the shell shows the dialog for it. Rule: sign-in/approvals. */
export function askForApprovals(): () => void {
  approveBy((record, { details }) => {
    const { key, title } = record;
    const wanted = needs.safeParse(details).data;
    if (!wanted || !isOwnedBy(record, ownerNow())) return Promise.resolve(false);
    return new Promise((answer) => {
      useApprovals.setState(({ queue }) => ({ queue: [...queue, { key, title, needs: wanted.needs, answer }] }));
    });
  });
  return () => {
    approveBy(null);
    dropApprovals();
  };
}
