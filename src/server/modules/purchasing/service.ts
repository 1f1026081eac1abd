export { createOrder } from './create.ts';
export { getOrder, listOrders } from './order.ts';
export { listSuppliers } from './suppliers.ts';
export { deleteOrder } from './update.ts';
