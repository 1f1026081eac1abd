import { useApprovals } from './approval.ts';
import { ApprovalDialog } from './approval-dialog.tsx';

/** Asks for the approval of one command after the other. */
export function Approvals() {
  const [first] = useApprovals(({ queue }) => queue);
  return first ? <ApprovalDialog key={first.key} waiting={first} /> : null;
}
