import { defineCommands } from '#web/api/commands/commands.ts';

/** Where the code of each kind of command is: a command outlives the view, and the page, that sent it. */
defineCommands({
  audit: async () => (await import('#web/features/inventory/audit-command.ts')).auditCommand,
  'bulk-status': async () => (await import('#web/features/orders/bulk-command.ts')).bulkStatusCommand,
  conversion: async () => (await import('#web/features/inventory/transfers/conversion-command.ts')).conversionCommand,
  'order-note': async () => (await import('#web/features/orders/order-changes.ts')).noteCommand,
  'order-status': async () => (await import('#web/features/orders/order-changes.ts')).statusCommand,
  'order-void': async () => (await import('#web/features/orders/order-changes.ts')).voidCommand,
  refund: async () => (await import('#web/features/orders/refund-command.ts')).refundCommand,
  restock: async () => (await import('#web/features/inventory/restock-command.ts')).restockCommand,
  // Its module hears the answers, too.
  sale: async () => (await import('#web/features/register/sale-runner.ts')).saleCommand,
  transfer: async () => (await import('#web/features/inventory/transfers/transfer-command.ts')).transferCommand,
});
