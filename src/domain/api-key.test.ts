import { expect, it } from 'vitest';
import { KEY_ACCESS, keyPermissions, type KeyScope, keyScope } from './api-key.ts';
import { can, PERMISSIONS } from './permissions.ts';

const NOTHING: KeyScope = { products: 'none', customers: 'none', orders: 'none', taxes: 'none' };

it('a scope is known again from its permissions, with and without other locations', () => {
  for (const products of KEY_ACCESS)
    for (const customers of KEY_ACCESS)
      for (const orders of KEY_ACCESS)
        for (const taxes of KEY_ACCESS)
          for (const everywhere of [true, false]) {
            const scope = { products, customers, orders, taxes };
            const permissions = keyPermissions(scope, everywhere);
            expect(keyScope(permissions)).toEqual(scope);
            expect(permissions.includes('switch-location')).toBe(everywhere);
          }
});

it('no key sells, sees costs or dates of birth, or manages staff', () => {
  const all = keyPermissions({ products: 'write', customers: 'write', orders: 'write', taxes: 'write' }, true);
  for (const permission of [
    'sell',
    'sell-anyway',
    'see-costs',
    'see-identity',
    'manage-staff',
    'adjust-points',
  ] as const)
    expect(all).not.toContain(permission);
  expect(keyPermissions(NOTHING, false)).toEqual([]);
  expect(PERMISSIONS.filter((one) => all.includes(one)).every((one) => can('administrator', one))).toBe(true);
});
