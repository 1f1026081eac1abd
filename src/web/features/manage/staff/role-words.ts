import type { RoleSettings } from '#contract/roles.ts';
import { ADMINISTRATORS_ONLY, type Permission, PERMISSIONS } from '#domain/permissions.ts';

/** Each permission as an administrator reads it: "Staff may ...". */
const WORDS: Record<Permission, string> = {
  sell: 'Sell',
  'override-prices': 'Change prices and give discounts',
  'sell-below-floor': 'Sell below the floor price',
  'sell-anyway': 'Sell more than is in stock',
  'see-orders': 'See orders',
  'change-orders': 'Change and refund orders',
  'void-orders': 'Delete orders',
  'see-stock': 'See stock',
  'adjust-stock': 'Count, receive and correct stock',
  'see-customers': 'See customers',
  'edit-customers': 'Add and edit customers',
  'see-identity': 'See dates of birth and licence numbers',
  'delete-customers': 'Delete customers',
  'manage-customers': 'Merge, import and export customers',
  'adjust-points': 'Adjust points',
  'edit-products': 'Edit products and prices',
  'see-costs': 'See costs',
  'switch-location': 'Work at every location',
  'settle-commands': 'Settle what others sent without an answer',
  'manage-tills': 'Name tills',
  'run-screens': 'Launch menus',
  'edit-menus': 'Edit menus and pair screens',
  'manage-staff': 'Manage staff',
  'see-taxes': 'Set taxes',
  configure: 'Change the settings of the shop',
  'use-assistant': 'Use the assistant',
};

export const ROLE_PERMISSIONS = PERMISSIONS.filter((permission) => !ADMINISTRATORS_ONLY.includes(permission));

export const permissionWords = (permission: Permission): string => WORDS[permission];

/** The deeds by which a role is chosen, in this order. */
const DOES: readonly (readonly [Permission, string])[] = [
  ['sell', 'sells'],
  ['adjust-stock', 'counts stock'],
  ['see-orders', 'sees orders'],
  ['change-orders', 'refunds'],
  ['void-orders', 'deletes orders'],
  ['adjust-points', 'adjusts points'],
  ['edit-products', 'edits products'],
  ['see-costs', 'sees costs'],
];

/** A role in one sentence, by its permissions in this shop: "Sells and sees orders, at their own location." */
export function roleSentence({
  permissions,
  most_refund: mostRefund,
}: Pick<RoleSettings, 'permissions' | 'most_refund'>): string {
  const does = DOES.flatMap(([permission, words]) => {
    if (!permissions.includes(permission)) return [];
    return permission === 'change-orders' && mostRefund !== null ? [`${words} up to $${mostRefund}`] : [words];
  });
  const last = does.pop();
  if (last === undefined) return 'Neither sells nor changes anything.';
  const all = does.length === 0 ? last : `${does.join(', ')} and ${last}`;
  const where = permissions.includes('switch-location') ? 'at every location' : 'at their own location';
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}, ${where}.`;
}
