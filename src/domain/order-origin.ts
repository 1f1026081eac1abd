/** The facts about the origin of an order: the store's key/value pairs, and the way it was made. */
export interface OrderOrigin {
  readonly created_via: string;
  readonly meta_data: readonly { readonly key: string; readonly value: unknown }[];
}

export interface ShopLocation {
  readonly id: number;
  readonly name: string;
}

const LOCATION_ID_KEYS = ['_pos_location_id', '_flora_location_id', '_store_id'];
const LOCATION_NAME_KEYS = ['_pos_location_name', '_pos_location'];
const SOURCE_KEYS = ['_order_source', '_order_source_system'];

/** Locations by their numbers in older systems, whose orders carry no name. Rule: orders/location-name. */
const KNOWN_LOCATIONS: Readonly<Record<number, string>> = {
  19: 'Charlotte Monroe',
  20: 'Charlotte Central',
  21: 'Blowing Rock',
  23: 'Warehouse',
  25: 'Main Location',
};

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  posv1: 'POS V1',
  pos: 'POS',
  admin: 'WooCommerce Admin',
  checkout: 'Online Store',
};

/** The first of these keys with a value, as text. */
function metaText({ meta_data: meta }: OrderOrigin, keys: readonly string[]): string {
  for (const key of keys) {
    const value = meta.find((entry) => entry.key === key)?.value;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') return text;
  }
  return '';
}

/** Older systems wrote a yes in every way there is. */
function isPosOrder({ meta_data: meta }: OrderOrigin): boolean {
  const value = meta.find(({ key }) => key === '_pos_order')?.value;
  return value === true || value === 1 || (typeof value === 'string' && ['1', 'true', 'yes'].includes(value));
}

/**
 * The name of the location an order was made at: by number, else 'Location ID: {n}'; else the name it carries; else
 * 'POS (Legacy)' when a till made it; else 'Online'. Rule: orders/location-name.
 */
export function orderLocationName(order: OrderOrigin, locations: readonly ShopLocation[]): string {
  const id = metaText(order, LOCATION_ID_KEYS);
  if (id !== '') {
    const number = Number(id);
    const known = locations.find((location) => location.id === number)?.name ?? KNOWN_LOCATIONS[number];
    return known ?? `Location ID: ${id}`;
  }
  const name = metaText(order, LOCATION_NAME_KEYS);
  if (name !== '') return name;
  const madeBy = metaText(order, ['_created_via']) || order.created_via;
  return madeBy.startsWith('pos') ? 'POS (Legacy)' : 'Online';
}

/**
 * The system an order was made with: the source it states, else its `created_via`, else its marks.
 * Rule: orders/source-name.
 */
export function orderSourceName(order: OrderOrigin): string {
  const explicit = metaText(order, SOURCE_KEYS);
  if (explicit !== '') return SOURCE_NAMES[explicit] ?? explicit;
  const madeBy = order.created_via || metaText(order, ['_created_via']);
  if (madeBy === 'rest-api') return isPosOrder(order) ? 'POS (API)' : 'REST API';
  if (madeBy !== '') return SOURCE_NAMES[madeBy] ?? madeBy;
  return isPosOrder(order) ? 'POS (Unknown)' : 'Online Store';
}
