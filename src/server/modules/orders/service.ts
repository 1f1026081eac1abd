export { getOrder, listOrdersForScreen } from './list/list.ts';
export { filterOf } from './list/order-filter.ts';
export { summarize } from './summary/summary.ts';
