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
  /** The rules of the points. */
  loyalty: ['loyalty'],
  categories: ['categories'],
  history: ['history'],
  /** Behind one stock figure; fetched again for events of that item only. */
  movements: ['movements'],
  /** What is low or needs a count; looked at again in its own time. */
  attention: ['attention'],
  purchasing: ['purchasing'],
  menus: ['menus'],
  tills: ['tills'],
  staff: ['staff'],
  audit: ['audit'],
  locations: ['locations'],
  taxes: ['taxes'],
} as const;

type QueryKey = readonly string[];

const STOCK: readonly QueryKey[] = [queryKeys.products, queryKeys.inventory, queryKeys.history];

/** What each change makes stale: the events of the stream first, then what this till does itself. Rule: live/events. */
const STALE = {
  stock: STOCK,
  /** Also the rules of the points. */
  catalogue: [queryKeys.products, queryKeys.pricing, queryKeys.fields, queryKeys.categories, queryKeys.loyalty],
  orders: [queryKeys.orders, queryKeys.customerOrders],
  customers: [queryKeys.customers, queryKeys.balance, queryKeys.pointsHistory],
  purchasing: [queryKeys.purchasing],
  menus: [queryKeys.menus],
  staff: [queryKeys.staff],
  /** Taxes are those of locations. */
  locations: [queryKeys.locations, queryKeys.taxes],
  /** Orders say the name of their till. */
  tills: [queryKeys.tills, queryKeys.orders],
  /** A sale, and every change of an order. Rule: register/after-a-sale. */
  sale: [
    queryKeys.customerOrders,
    queryKeys.customers,
    queryKeys.orders,
    ...STOCK,
    queryKeys.balance,
    queryKeys.rewards,
    queryKeys.pointsHistory,
  ],
  prices: [queryKeys.products],
  customer: [queryKeys.customers],
  restock: [...STOCK, queryKeys.purchasing],
  /** The stock of it came with the reply. */
  receipt: [queryKeys.inventory, queryKeys.history],
  loyalty: [queryKeys.loyalty, queryKeys.rewards, queryKeys.balance],
  'reorder level': [queryKeys.movements, queryKeys.inventory, queryKeys.attention],
  attention: [queryKeys.attention],
  audit: [queryKeys.audit],
} as const satisfies Record<string, readonly QueryKey[]>;

export type Change = keyof typeof STALE;

export function staleBy(change: Change): readonly QueryKey[] {
  return STALE[change];
}
