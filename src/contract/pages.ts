import type { Permission } from '#domain/permissions.ts';

/** Addresses of the web app's pages: the server answers these with it, and every other one with 404. */
export const PAGES = {
  workspace: '/',
  login: '/login',
  menuDisplay: '/menu-display',
  manage: '/manage',
  resetPassword: '/reset-password',
} as const;

/** Pages of the administration, at `/manage/<page>` in this order, and who may see each. Rule: workspace/manage. */
export const MANAGE_PAGES = {
  products: 'edit-products',
  categories: 'edit-products',
  blueprints: 'edit-products',
  pricing: 'edit-products',
  taxes: 'configure',
  locations: 'configure',
  receipts: 'configure',
  staff: 'manage-staff',
  loyalty: 'adjust-points',
  'api-keys': 'configure',
  audit: 'configure',
  backups: 'configure',
  'first-run': 'configure',
} as const satisfies Readonly<Record<string, Permission>>;
export type ManagePage = keyof typeof MANAGE_PAGES;

export function isManagePage(name: string): name is ManagePage {
  return Object.hasOwn(MANAGE_PAGES, name);
}

/** What the address store calls a page of the administration, which has parameters of its own. */
export function managedView(page: ManagePage): string {
  return `manage/${page}`;
}

/** The pages that somebody with these permissions is offered. */
export function managePagesFor(permissions: readonly Permission[]): ManagePage[] {
  return (Object.keys(MANAGE_PAGES) as ManagePage[]).filter((page) => permissions.includes(MANAGE_PAGES[page]));
}

const PATHS = new Set<string>([
  ...Object.values(PAGES),
  ...Object.keys(MANAGE_PAGES).map((page) => `${PAGES.manage}/${page}`),
]);

/** @param path without a slash at its end */
export function isPagePath(path: string): boolean {
  return PATHS.has(path);
}
