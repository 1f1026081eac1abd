import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import type { ShelfProduct } from '#domain/menu/shelf.ts';

/** What a list of products is drawn from. */
export interface PageOfPanel {
  readonly plan: PlannedPanel;
  /** Those of the page that is shown. */
  readonly products: readonly ShelfProduct[];
  readonly nowMs: number;
}
