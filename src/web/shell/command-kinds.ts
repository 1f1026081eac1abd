import { defineCommands } from '#web/api/commands/commands.ts';

/** Where the code of each kind of command is: a command outlives the view, and the page, that sent it. */
defineCommands({
  audit: async () => (await import('#web/features/inventory/audit-command.ts')).auditCommand,
  conversion: async () => (await import('#web/features/inventory/transfers/conversion-command.ts')).conversionCommand,
  restock: async () => (await import('#web/features/inventory/restock-command.ts')).restockCommand,
  transfer: async () => (await import('#web/features/inventory/transfers/transfer-command.ts')).transferCommand,
});
