export { createPurchaseOrder } from './create.ts';
export { getPurchaseOrder, listPurchaseOrders } from './order.ts';
export { listSuppliers } from './suppliers.ts';
export { deletePurchaseOrder } from './update.ts';
