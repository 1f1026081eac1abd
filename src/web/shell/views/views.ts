import {
  ClipboardCheck,
  History,
  type LucideIcon,
  Package,
  ReceiptText,
  Sparkles,
  Tags,
  Tv,
  UsersRound,
} from 'lucide-react';
import { type LazyPart, lazyPart } from '#web/ui/lazy-part.tsx';
import type { Search } from '#web/api/address/address.ts';
import type { ViewProps, ViewState } from './view-state.ts';

export const VIEW_IDS = [
  'products',
  'blueprint-fields',
  'adjustments',
  'history',
  'customers',
  'orders',
  'menu',
  'ai-view',
] as const;
export type ViewId = (typeof VIEW_IDS)[number];

export function isViewId(value: unknown): value is ViewId {
  return VIEW_IDS.some((id) => id === value);
}

/** The address of a view: its name (left out for products) and its search parameters. */
export function viewAddress(view: ViewId, search: Search): WorkspaceSearch {
  return { ...search, view: view === 'products' ? undefined : view };
}

export type WorkspaceSearch = { readonly view?: ViewId | undefined } & { readonly [param: string]: string | undefined };

export interface ViewDefinition {
  title: string;
  icon: LucideIcon;
  /** The name of the right side panel, which the view itself fills. Rule: workspace/side-panel. */
  sidePanel?: string;
  View: LazyPart<ViewProps>;
}

/** The views of the workspace, in the order of the sidebar. Rule: workspace/views. */
export const VIEWS: Record<ViewId, ViewDefinition> = {
  products: {
    title: 'Products',
    icon: Package,
    sidePanel: 'Cart',
    View: lazyPart(async () => (await import('#web/features/register/register-view.tsx')).RegisterView),
  },
  'blueprint-fields': {
    title: 'Blueprint Fields',
    icon: Tags,
    sidePanel: 'Print Controls',
    View: lazyPart(async () => (await import('#web/features/labels/labels-view.tsx')).LabelsView),
  },
  adjustments: {
    title: 'Inventory Manager',
    icon: ClipboardCheck,
    View: lazyPart(async () => (await import('#web/features/inventory/inventory-view.tsx')).InventoryView),
  },
  history: {
    title: 'Adjustment History',
    icon: History,
    View: lazyPart(async () => (await import('#web/features/history/history-view.tsx')).HistoryView),
  },
  customers: {
    title: 'Customers',
    icon: UsersRound,
    View: lazyPart(async () => (await import('#web/features/customers/customers-view.tsx')).CustomersView),
  },
  orders: {
    title: 'Orders',
    icon: ReceiptText,
    View: lazyPart(async () => (await import('#web/features/orders/orders-view.tsx')).OrdersView),
  },
  menu: {
    title: 'TV Menu Display',
    icon: Tv,
    View: lazyPart(async () => (await import('#web/features/menus/menus-view.tsx')).MenusView),
  },
  'ai-view': {
    title: 'AI Canvas View',
    icon: Sparkles,
    sidePanel: 'Chat',
    View: lazyPart(async () => (await import('#web/features/assistant/assistant-view.tsx')).AssistantView),
  },
};

/** The tabs of the Inventory Manager with a list of their own. */
const TAB_PLACEHOLDER: Partial<Record<ViewState['stockTab'], string>> = {
  'purchase-orders': 'Search purchase orders...',
  suppliers: 'Search suppliers...',
  attention: 'Search what needs attention...',
};

/** Rule: search/placeholder. */
export function searchPlaceholder(view: ViewId, { stockTab }: Pick<ViewState, 'stockTab'>): string {
  if (view === 'orders') return 'Search orders, customers...';
  return (view === 'adjustments' && TAB_PLACEHOLDER[stockTab]) || `Search ${VIEWS[view].title}...`;
}
