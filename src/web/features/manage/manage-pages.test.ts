import { expect, it } from 'vitest';
import { managePagesFor } from '#contract/pages.ts';
import { can, PERMISSIONS, type Role } from '#domain/permissions.ts';

const offered = (role: Role) => managePagesFor(PERMISSIONS.filter((permission) => can(role, permission)));

it('offers each role the pages of Manage that it may work with', () => {
  expect(offered('staff')).toEqual([]);
  expect(offered('manager')).toEqual(['products', 'categories', 'blueprints', 'pricing', 'printers', 'loyalty']);
  expect(offered('administrator')).toEqual([
    ...['products', 'categories', 'blueprints', 'pricing', 'taxes', 'locations', 'receipts'],
    ...['printers', 'staff', 'loyalty', 'api-keys', 'audit', 'backups', 'first-run'],
  ]);
});
