import type { ApiKey } from '#contract/api-keys.ts';
import { KEY_AREAS, type KeyAccess, type KeyArea } from '#domain/api-key.ts';

export const AREAS = Object.keys(KEY_AREAS) as KeyArea[];

export const AREA_LABEL: Record<KeyArea, string> = {
  products: 'Products and categories',
  customers: 'Customers',
  orders: 'Orders',
  taxes: 'Taxes',
};

export const ACCESS_LABEL: Record<KeyAccess, string> = { none: 'None', read: 'Read', write: 'Read and write' };

/** "Products: read and write; orders: read". */
export function scopeInWords({ scope }: ApiKey): string {
  return AREAS.filter((area) => scope[area] !== 'none')
    .map((area, place) => {
      const name = area === 'products' ? 'products' : AREA_LABEL[area].toLowerCase();
      const shown = place === 0 ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
      return `${shown}: ${ACCESS_LABEL[scope[area]].toLowerCase()}`;
    })
    .join('; ');
}
