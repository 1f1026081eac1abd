import { defineCommands } from '#web/api/commands/commands.ts';

/** Where the code of each kind of command is: a command outlives the view, and the page, that sent it. */
defineCommands({
  'bulk-status': async () => (await import('#web/features/orders/bulk-command.ts')).bulkStatusCommand,
  'order-note': async () => (await import('#web/features/orders/order-changes.ts')).noteCommand,
  'order-status': async () => (await import('#web/features/orders/order-changes.ts')).statusCommand,
  'order-void': async () => (await import('#web/features/orders/order-changes.ts')).voidCommand,
  refund: async () => (await import('#web/features/orders/refund-command.ts')).refundCommand,
  // Its module hears the answers, too.
  sale: async () => (await import('#web/features/register/sale-runner.ts')).saleCommand,
});
