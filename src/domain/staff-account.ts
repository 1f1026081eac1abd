import type { Role } from './permissions.ts';

/** The roles of staff: all that sign in. */
export const STAFF_ROLES = ['staff', 'manager', 'administrator'] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];

const USERNAME_MAX = 60;

/** "Jordan Lee" signs in as "jordan.lee" unless another name is typed. Empty if no letter is left. */
export function usernameFor(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '')
    .join('.')
    .slice(0, USERNAME_MAX)
    .replace(/\p{Surrogate}$|\.$/u, '');
}
