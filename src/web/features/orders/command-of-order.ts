import { commands, useCommands } from '#web/api/commands/commands.ts';

/** The subject of every command about one order. */
export function orderSubject(id: number): string {
  return `order ${id}`;
}

/** Whether this person has asked for it and the answer is not known yet. */
export function useUnderWay(kind: 'refund' | 'order-void', orderId: number): boolean {
  return useCommands(() => commands.openOf(kind, orderSubject(orderId)) !== null);
}
