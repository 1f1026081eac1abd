import { commands, useCommands } from '#web/api/commands/commands.ts';

/** The subject of every command on one order. */
export function orderSubject(id: number): string {
  return `order ${id}`;
}

/** True while a command of this person has no answer. */
export function useUnderWay(kind: 'refund' | 'order-void', orderId: number): boolean {
  return useCommands(() => commands.openOf(kind, orderSubject(orderId)) !== null);
}
