/** The kinds of principals: a person, a device that shows something by itself (a TV), or a program with an API key. */
export const PRINCIPAL_KINDS = ['staff', 'device', 'key'] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

export const ROLES = ['customer', 'staff', 'manager', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'sell',
  'override-prices',
  'sell-below-floor',
  'sell-anyway',
  'see-orders',
  'change-orders',
  'void-orders',
  'see-stock',
  'adjust-stock',
  'see-customers',
  'edit-customers',
  'see-identity',
  'delete-customers',
  'manage-customers',
  'adjust-points',
  'edit-products',
  'see-costs',
  'switch-location',
  'settle-commands',
  'manage-tills',
  'run-screens',
  'edit-menus',
  'manage-staff',
  'see-taxes',
  'configure',
  'use-assistant',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const STAFF: readonly Permission[] = [
  'sell',
  'override-prices',
  'see-orders',
  'change-orders',
  'see-stock',
  'adjust-stock',
  'see-customers',
  'edit-customers',
  // Launching menus, and telling screens to refresh, to show their number or a picture of themselves.
  'run-screens',
  // Its tools read what the person may read; what they may not is refused there.
  'use-assistant',
];
const MANAGER: readonly Permission[] = [
  ...STAFF,
  // A price typed below the floor price of a product.
  'sell-below-floor',
  'sell-anyway',
  'void-orders',
  // Dates of birth and licence numbers of customers; each reading leaves a row in the audit trail.
  'see-identity',
  'delete-customers',
  // Merging, imports and exports of customers.
  'manage-customers',
  'adjust-points',
  // Products, their fields, categories and prices.
  'edit-products',
  // Costs of goods, also on purchase orders, where staff get the last cost filled in unseen.
  'see-costs',
  'switch-location',
  // Commands that somebody else sent from a till and whose answer never came.
  'settle-commands',
  'manage-tills',
  // Layouts, themes, TVs, schedules and the pairing of screens. Rule: menus/who-builds.
  'edit-menus',
];

/** The permissions of each role. The server checks them; the pages offer only what they allow. Rule: sign-in/roles. */
const ALLOWED: Record<Role, ReadonlySet<Permission>> = {
  customer: new Set(),
  staff: new Set(STAFF),
  manager: new Set(MANAGER),
  administrator: new Set([...MANAGER, 'manage-staff', 'see-taxes', 'configure']),
};

/** True when the role has the permission. */
export function can(role: Role, permission: Permission): boolean {
  return ALLOWED[role].has(permission);
}

/** The permissions that no other role is given: with one of them, somebody could give themselves all others. */
export const ADMINISTRATORS_ONLY: readonly Permission[] = ['manage-staff', 'see-taxes', 'configure'];

/** Roles whose permissions an administrator changes. Administrators have all, so that the shop never locks itself out. */
export const CHANGEABLE_ROLES = ['staff', 'manager'] as const satisfies readonly Role[];
export type ChangeableRole = (typeof CHANGEABLE_ROLES)[number];

/** The changes of an administrator to the permissions of a role. */
export interface RoleChanges {
  readonly granted: readonly string[];
  readonly withheld: readonly string[];
}

/** The permissions of a role in this shop. Rule: sign-in/roles. */
export function permissionsOf(role: Role, { granted, withheld }: RoleChanges): Permission[] {
  const isChangeable = CHANGEABLE_ROLES.some((one) => one === role);
  if (!isChangeable) return PERMISSIONS.filter((permission) => can(role, permission));
  return PERMISSIONS.filter(
    (permission) =>
      !ADMINISTRATORS_ONLY.includes(permission) &&
      (can(role, permission) ? !withheld.includes(permission) : granted.includes(permission)),
  );
}

/** The changes that lead from the permissions of a role to these. */
export function roleChanges(role: ChangeableRole, permissions: readonly Permission[]): RoleChanges {
  const usual = PERMISSIONS.filter((permission) => can(role, permission));
  return {
    granted: permissions.filter((permission) => !usual.includes(permission)),
    withheld: usual.filter((permission) => !permissions.includes(permission)),
  };
}

/** The most that a person does without an approval; null: any. */
export interface Limits {
  /** Percent off one line of a sale, all changes by hand together. */
  readonly discountPercent: number | null;
  /** Cents of all refunds of one order. */
  readonly refundCents: number | null;
}

/**
 * The permissions that somebody else can lend for one request, by their PIN. `override-prices`, `sell-below-floor` and
 * `change-orders` are lent up to an amount: percent off a line, cents that a line lacks to its floor, cents that an order gives back.
 * Rule: sign-in/approvals.
 */
export const APPROVABLE = [
  'override-prices',
  'sell-below-floor',
  'sell-anyway',
  'change-orders',
  'void-orders',
] as const satisfies readonly Permission[];
export type Approvable = (typeof APPROVABLE)[number];

export function isApprovable(permission: string): permission is Approvable {
  return APPROVABLE.some((one) => one === permission);
}

/** The limit that holds for a permission; null: none. */
export function limitFor(permission: Permission, { discountPercent, refundCents }: Limits): number | null {
  if (permission === 'override-prices') return discountPercent;
  return permission === 'change-orders' ? refundCents : null;
}

/** A customer has an account for points, never for this back-office. */
export function maySignIn(role: Role): boolean {
  return role !== 'customer';
}
