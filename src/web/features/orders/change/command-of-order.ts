import { commands, useCommands } from '#web/api/commands/commands.ts';

/** The subject of every command about one order. */
export function orderSubject(id: number): string {
  return `order ${id}`;
}

/** True while the answer to a command of this person is not known. */
export function useUnderWay(kind: 'refund' | 'order-void', orderId: number): boolean {
  return useCommands(() => commands.openOf(kind, orderSubject(orderId)) !== null);
}
