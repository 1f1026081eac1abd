import { expect, it } from 'vitest';
import { can, maySignIn, PERMISSIONS, ROLES } from './permissions.ts';

it('lets everybody sign in but customers', () => {
  expect(ROLES.filter(maySignIn)).toEqual(['staff', 'manager', 'administrator']);
});

it('allows a customer nothing', () => {
  expect(PERMISSIONS.filter((permission) => can('customer', permission))).toEqual([]);
});

it('keeps points, costs, products, menus, identities, voids, deletions, selling anyway or below the floor, and other locations from staff', () => {
  const kept = PERMISSIONS.filter((permission) => can('manager', permission) && !can('staff', permission));
  expect(kept.toSorted()).toEqual([
    'adjust-points',
    'delete-customers',
    'edit-menus',
    'edit-products',
    'manage-customers',
    'manage-tills',
    'see-costs',
    'see-identity',
    'sell-anyway',
    'sell-below-floor',
    'settle-commands',
    'switch-location',
    'void-orders',
  ]);
});

it('keeps staff accounts and settings for the administrator', () => {
  const kept = PERMISSIONS.filter((permission) => can('administrator', permission) && !can('manager', permission));
  expect(kept).toEqual(['manage-staff', 'see-taxes', 'configure']);
});

it('never allows less to a higher role', () => {
  for (const permission of PERMISSIONS) {
    const allowed = ROLES.map((role) => can(role, permission));
    expect(allowed).toEqual(allowed.toSorted((a, b) => Number(a) - Number(b)));
  }
});
