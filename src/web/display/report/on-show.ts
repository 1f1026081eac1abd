import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type MenuProduct } from '#domain/menu/shelf.ts';
import { formatMoney } from '#domain/money.ts';

/** The menu as it was last drawn. A screen reports this, not the menu that it was about to show. */
export interface OnShow {
  readonly layoutId: number | null;
  readonly themeId: number | null;
  readonly revision: number;
  readonly shelfVersion: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly isDark: boolean;
  readonly products: readonly MenuProduct[];
  readonly pricesMs: number;
}

let onShow: OnShow | null = null;

export const presentlyOnShow = (): OnShow | null => onShow;

export function keepOnShow(shown: OnShow): void {
  onShow = shown;
}

/** The products of the current page, each once, and the number of pages that take turns. */
export function pageOf(plan: readonly PlannedPanel[], turn: number): Pick<OnShow, 'page' | 'pages' | 'products'> {
  const pages = Math.max(1, ...plan.map((panel) => panel.pages.length));
  const products = plan.flatMap((panel) => panel.pages[turn % panel.pages.length] ?? []);
  return { page: (turn % pages) + 1, pages, products: [...new Map(products.map((one) => [one.id, one])).values()] };
}

/** The products of a page with their prices, for the heartbeat. */
export function itemsOf({ products, pricesMs }: OnShow, most: number) {
  return products.slice(0, most).map((product) => {
    const prices = pricesAt(product, pricesMs).map(({ cents }) => formatMoney(cents));
    return { product_id: product.id, price: prices[0] ?? null, prices, sold_out: !product.inStock };
  });
}
