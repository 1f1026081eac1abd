import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import type { MenuProduct } from '#domain/menu/shelf.ts';

/** The data of one page of a panel. */
export interface PageOfPanel {
  readonly plan: PlannedPanel;
  /** Those of the page that is shown. */
  readonly products: readonly MenuProduct[];
  readonly nowMs: number;
}
