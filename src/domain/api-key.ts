import type { Permission } from './permissions.ts';

/** The areas that an API key can be given, each with the permissions to read and to write it. */
export const KEY_AREAS = {
  products: { read: ['see-stock'], write: ['edit-products'] },
  customers: { read: ['see-customers'], write: ['edit-customers', 'delete-customers'] },
  orders: { read: ['see-orders'], write: ['change-orders'] },
  taxes: { read: ['see-taxes'], write: ['configure'] },
} as const satisfies Readonly<Record<string, Readonly<Record<'read' | 'write', readonly Permission[]>>>>;
export type KeyArea = keyof typeof KEY_AREAS;

export const KEY_ACCESS = ['none', 'read', 'write'] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];
/** Access of a key by area; writing includes reading. */
export type KeyScope = Readonly<Record<KeyArea, KeyAccess>>;

const AREAS = Object.keys(KEY_AREAS) as KeyArea[];

/** The permissions of a key. A key for all locations may also work at others than its own. */
export function keyPermissions(scope: KeyScope, isForAllLocations: boolean): Permission[] {
  const granted = AREAS.flatMap((area): readonly Permission[] => {
    const { read, write } = KEY_AREAS[area];
    const access = scope[area];
    return access === 'none' ? [] : access === 'read' ? read : [...read, ...write];
  });
  return isForAllLocations ? [...granted, 'switch-location'] : granted;
}

/** The scope that these permissions come from. */
export function keyScope(permissions: readonly string[]): KeyScope {
  const hasAll = (needed: readonly Permission[]) => needed.every((permission) => permissions.includes(permission));
  const accessTo = (area: KeyArea): KeyAccess => {
    const { read, write } = KEY_AREAS[area];
    if (!hasAll(read)) return 'none';
    return hasAll(write) ? 'write' : 'read';
  };
  return {
    products: accessTo('products'),
    customers: accessTo('customers'),
    orders: accessTo('orders'),
    taxes: accessTo('taxes'),
  };
}
