/**
 * Every key of the query cache begins with the name of its business module, so that live events and Refresh reach
 * all of it: `['products', { locationId, search }]`.
 */
export const queryKeys = {
  products: ['products'],
  inventory: ['inventory'],
  pricing: ['pricing'],
  fields: ['fields'],
  orders: ['orders'],
  customers: ['customers'],
  customerOrders: ['customer-orders'],
  balance: ['balance'],
  pointsHistory: ['points-history'],
  rewards: ['rewards'],
  history: ['history'],
  /** Behind one stock figure; fetched again for events of that item only. */
  movements: ['movements'],
  /** What is low or needs a count; looked at again in its own time. */
  attention: ['attention'],
  purchasing: ['purchasing'],
  menus: ['menus'],
} as const;

/** What a sale changes. Rule: register/after-a-sale. */
export const CHANGED_BY_SALE = [
  queryKeys.customerOrders,
  queryKeys.customers,
  queryKeys.orders,
  queryKeys.products,
  queryKeys.inventory,
  queryKeys.balance,
  queryKeys.history,
  queryKeys.rewards,
  queryKeys.pointsHistory,
] as const;
