import { defineCommands } from '#web/api/commands/commands.ts';

const orders = () => import('#web/features/inventory/purchasing/order-commands.ts');
const suppliers = () => import('#web/features/inventory/purchasing/supplier-commands.ts');

/** Where the code of each kind of command is: a command outlives the view, and the page, that sent it. */
defineCommands({
  'card-stock-change': async () => (await import('#web/features/register/stock-edits.ts')).stockChangeCommand,
  'card-stock-number': async () => (await import('#web/features/register/stock-edits.ts')).stockNumberCommand,
  customer: async () => (await import('./unified-search/customer-command.ts')).createCustomerCommand,
  'goods-receipt': async () => (await orders()).receiveOrderCommand,
  'purchase-order': async () => (await orders()).createOrderCommand,
  'purchase-order-change': async () => (await orders()).changeOrderCommand,
  'purchase-order-delete': async () => (await orders()).deleteOrderCommand,
  'purchase-order-status': async () => (await orders()).orderStatusCommand,
  'reorder-level': async () => (await import('#web/ui/stock-figure-command.ts')).reorderLevelCommand,
  sale: async () => {
    const [{ saleCommand }] = await Promise.all([
      import('#web/features/register/sale-command.ts'),
      // Hears the answers.
      import('#web/features/register/sale-runner.ts'),
    ]);
    return saleCommand;
  },
  supplier: async () => (await suppliers()).createSupplierCommand,
  'supplier-change': async () => (await suppliers()).changeSupplierCommand,
  'supplier-status': async () => (await suppliers()).supplierStatusCommand,
});
