import type { Permission } from '#domain/permissions.ts';

/** Addresses of the web app's pages. The server answers these with the app, and every other address with 404. */
export const PAGES = {
  workspace: '/',
  login: '/login',
  menuDisplay: '/menu-display',
  manage: '/manage',
  resetPassword: '/reset-password',
} as const;

/** Pages of Manage, at `/manage/<page>` in this order, with the permission that each needs. Rule: workspace/manage. */
export const MANAGE_PAGES = {
  products: 'edit-products',
  categories: 'edit-products',
  blueprints: 'edit-products',
  pricing: 'edit-products',
  taxes: 'configure',
  locations: 'configure',
  receipts: 'configure',
  printers: 'manage-tills',
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

/** Name of a Manage page in the address store. Each page has its own parameters there. */
export function managedView(page: ManagePage): string {
  return `manage/${page}`;
}

/** The page that is named so in the address store; null for a view. */
export function managedPage(view: string): ManagePage | null {
  const name = view.startsWith('manage/') ? view.slice('manage/'.length) : '';
  return isManagePage(name) ? name : null;
}

/** The Manage pages that these permissions allow. */
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
