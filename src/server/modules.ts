import type { RegisterModule } from './http/serve/deps.ts';
import { registerArtifacts } from './modules/artifacts/routes.ts';
import { registerAssistant } from './modules/assistant/routes.ts';
import { registerApiKeys } from './modules/api-keys/routes.ts';
import { registerAudit } from './modules/audit/routes.ts';
import { registerAuth } from './modules/auth/routes.ts';
import { registerBackups } from './modules/backups/routes.ts';
import { registerCatalogue } from './modules/catalogue/routes.ts';
import { registerPictures } from './modules/catalogue/pictures/routes.ts';
import { registerCatalogueFiles } from './modules/catalogue-import/routes.ts';
import { registerManagedCatalogue } from './modules/catalogue/manage/routes.ts';
import { registerCommands } from './modules/commands/routes.ts';
import { registerCustomers } from './modules/customers/routes.ts';
import { registerDiagnostics } from './modules/diagnostics/routes.ts';
import { registerFavourites } from './modules/favourites/routes.ts';
import { registerFirstRun } from './modules/first-run/routes.ts';
import { registerHeldCarts } from './modules/held-carts/routes.ts';
import { registerInventory } from './modules/inventory/routes.ts';
import { registerJobs } from './modules/jobs/routes.ts';
import { registerLabels } from './modules/labels/routes.ts';
import { registerLocations } from './modules/locations/routes.ts';
import { registerLoyalty } from './modules/loyalty/routes.ts';
import { registerMenus } from './modules/menus/routes.ts';
import { registerOrderChanges } from './modules/orders/change/change-routes.ts';
import { registerOrderReports } from './modules/orders/summary/report-routes.ts';
import { registerReceipts } from './modules/orders/receipt/receipt-routes.ts';
import { registerOrders } from './modules/orders/routes.ts';
import { registerPasswordReset } from './modules/password-reset/routes.ts';
import { registerPrinting } from './modules/printing/routes.ts';
import { registerPurchasing } from './modules/purchasing/routes.ts';
import { registerReceiptSettings } from './modules/receipts/routes.ts';
import { registerStaff } from './modules/staff/routes.ts';
import { registerTaxes } from './modules/taxes/routes.ts';
import { registerTills } from './modules/tills/routes.ts';
import { registerTvs } from './modules/tv/routes.ts';
import { registerWooCatalogue } from './modules/catalogue/woocommerce/routes.ts';
import { registerWooCustomers } from './modules/customers/woocommerce/routes.ts';
import { registerWooOrders } from './modules/orders/woocommerce/routes.ts';
import { registerWooTaxes } from './modules/taxes/woocommerce.ts';

/** Every business module of the product, in no particular order. */
export const modules: readonly RegisterModule[] = [
  registerArtifacts,
  registerAssistant,
  registerApiKeys,
  registerAudit,
  registerAuth,
  registerBackups,
  registerCatalogue,
  registerCatalogueFiles,
  registerManagedCatalogue,
  registerPictures,
  registerCommands,
  registerCustomers,
  registerDiagnostics,
  registerFavourites,
  registerFirstRun,
  registerHeldCarts,
  registerInventory,
  registerJobs,
  registerLabels,
  registerLocations,
  registerLoyalty,
  registerMenus,
  registerOrderChanges,
  registerOrderReports,
  registerOrders,
  registerPasswordReset,
  registerPrinting,
  registerPurchasing,
  registerReceipts,
  registerReceiptSettings,
  registerStaff,
  registerTaxes,
  registerTills,
  registerWooCatalogue,
  registerWooCustomers,
  registerWooOrders,
  registerWooTaxes,
  registerTvs,
];
