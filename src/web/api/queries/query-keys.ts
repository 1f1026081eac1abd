import type { LiveEvent } from '#contract/live.ts';

/**
 * Every key of the query cache begins with the name of its server module, so that live events and Refresh reach all of
 * it: `['products', { locationId, search }]`.
 */
export const queryKeys = {
  products: ['products'],
  /** Products as Manage shows them. */
  managedProducts: ['managed-products'],
  inventory: ['inventory'],
  pricing: ['pricing'],
  fields: ['fields'],
  orders: ['orders'],
  customers: ['customers'],
  customerOrders: ['customer-orders'],
  /** Previews of imports. Live events do not refresh them; the import form does. */
  customerImport: ['customer-import'],
  productImport: ['product-import'],
  balance: ['balance'],
  pointsHistory: ['points-history'],
  rewards: ['rewards'],
  /** The settings of the points. */
  loyalty: ['loyalty'],
  categories: ['categories'],
  history: ['history'],
  /** The movements of one item; fetched again only for events of that item. */
  movements: ['movements'],
  /** Items that are low or need a count; fetched again at separate intervals. */
  attention: ['attention'],
  purchasing: ['purchasing'],
  menus: ['menus'],
  /** Paired screens and their commands. */
  tvs: ['tvs'],
  tills: ['tills'],
  heldCarts: ['held-carts'],
  favourites: ['favourites'],
  /** The shop's own label templates, printed labels, and label printers. */
  labels: ['labels'],
  /** Labels that wait for a printer. */
  labelQueue: ['label-queue'],
  staff: ['staff'],
  audit: ['audit'],
  locations: ['locations'],
  taxes: ['taxes'],
  /** Conversations, their messages, drafts and the agent. */
  assistant: ['assistant'],
  artifacts: ['artifacts'],
  apiKeys: ['api-keys'],
  backups: ['backups'],
  receipts: ['receipts'],
  /** The progress of a new shop, read from nearly all data. */
  firstRun: ['first-run'],
} as const;

type QueryKey = readonly (string | number)[];

const STOCK: readonly QueryKey[] = [queryKeys.products, queryKeys.inventory, queryKeys.history, queryKeys.firstRun];

/**
 * The keys that each change makes stale: first for events of the stream, then for this till's changes.
 * Rule: live/events.
 */
const STALE = {
  stock: STOCK,
  /** Includes the settings of the points. */
  catalogue: [
    queryKeys.products,
    queryKeys.managedProducts,
    queryKeys.pricing,
    queryKeys.fields,
    queryKeys.categories,
    queryKeys.loyalty,
    queryKeys.firstRun,
  ],
  orders: [queryKeys.orders, queryKeys.customerOrders, queryKeys.firstRun],
  /** Orders show the name of their customer. */
  customers: [
    queryKeys.customers,
    queryKeys.orders,
    queryKeys.customerOrders,
    queryKeys.balance,
    queryKeys.pointsHistory,
  ],
  purchasing: [queryKeys.purchasing],
  menus: [queryKeys.menus],
  tvs: [queryKeys.tvs],
  staff: [queryKeys.staff, queryKeys.firstRun],
  machine: [queryKeys.apiKeys],
  backups: [queryKeys.backups],
  receipts: [queryKeys.receipts],
  /** Says only how far it is. */
  import: [],
  /** Taxes belong to locations. */
  locations: [queryKeys.locations, queryKeys.taxes, queryKeys.firstRun],
  /** Orders show the name of their till. */
  tills: [queryKeys.tills, queryKeys.orders],
  'held-carts': [queryKeys.heldCarts],
  favourites: [queryKeys.favourites],
  labels: [queryKeys.labels],
  'label-queue': [queryKeys.labelQueue],
  /** A sale, or any other change of an order. Rule: register/after-a-sale. */
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
  categories: [queryKeys.categories],
  fields: [queryKeys.fields],
  customer: [queryKeys.customers],
  restock: [...STOCK, queryKeys.purchasing],
  /** The new stock figures came with the reply. */
  receipt: [queryKeys.inventory, queryKeys.history],
  loyalty: [queryKeys.loyalty, queryKeys.rewards, queryKeys.balance],
  'reorder level': [queryKeys.movements, queryKeys.inventory, queryKeys.attention],
  attention: [queryKeys.attention],
  audit: [queryKeys.audit],
  assistant: [queryKeys.assistant],
  artifacts: [queryKeys.artifacts],
} as const satisfies Record<string, readonly QueryKey[]>;

export type Change = keyof typeof STALE;

export function staleBy(change: Change): readonly QueryKey[] {
  return STALE[change];
}

/** The queries below `customers` that list them with their points, and that have one of them. */
export const CUSTOMER_LIST = [...queryKeys.customers, 'list'] as const;
export const ONE_CUSTOMER = [...queryKeys.customers, 'one'] as const;

/**
 * The keys that an event makes stale. Points and orders of a customer change with each of their sales, so only what shows these
 * is fetched again. Rule: loyalty/balance-again.
 */
export function staleByEvent(event: Extract<LiveEvent, { type: Change }>): readonly QueryKey[] {
  if (event.type !== 'customers' || event.customer_id === 0) return STALE[event.type];
  if (event.parts?.every((part) => part === 'points' || part === 'orders') !== true) return STALE.customers;
  const ofOne = [ONE_CUSTOMER, queryKeys.balance, queryKeys.pointsHistory].map((key) => [...key, event.customer_id]);
  return [CUSTOMER_LIST, queryKeys.customerOrders, ...ofOne];
}
