import type { LocalRestock } from '#domain/restock-grouping.ts';

/** Rule: history/local-records. */
const KEY = 'restock_operations';

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Reads an ISO text or milliseconds since 1970. */
function timeOf(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(textOf(value));
}

function recordOf(value: unknown): (LocalRestock & { locationId: number }) | null {
  const record = fieldsOf(value);
  const poNumber = textOf(record['po_number']);
  const atMs = timeOf(record['timestamp']);
  if (poNumber === '' || !Number.isFinite(atMs)) return null;
  const products = Array.isArray(record['products']) ? record['products'] : [];
  return {
    poNumber,
    atMs,
    userName: textOf(record['user_name']),
    locationId: Number(record['location_id']),
    productIds: products
      .map((product) => Number(fieldsOf(product)['product_id'] ?? fieldsOf(product)['id']))
      .filter((id) => Number.isInteger(id) && id > 0),
  };
}

/** Restocks that this browser stored before the shop used this product. Records that are not restocks are left out. */
export function parseLocalRestocks(stored: string | null, locationId: number): LocalRestock[] {
  if (stored === null) return [];
  try {
    const parsed: unknown = JSON.parse(stored);
    if (!Array.isArray(parsed)) return [];
    return parsed
      .map(recordOf)
      .filter((record) => record !== null && record.locationId === locationId) as LocalRestock[];
  } catch {
    return [];
  }
}

export function readLocalRestocks(locationId: number): LocalRestock[] {
  return parseLocalRestocks(localStorage.getItem(KEY), locationId);
}
