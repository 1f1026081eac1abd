import { defineCommands, type Loaders } from '#web/api/commands/commands.ts';

const assistant = () => import('#web/features/assistant/assistant-commands.ts');
const blueprints = () => import('#web/features/manage/blueprints/blueprint-commands.ts');
const categories = () => import('#web/features/manage/categories/category-commands.ts');
const customers = () => import('#web/features/customers/customer-commands.ts');
const labelTemplates = () => import('#web/features/labels/templates/template-queries.ts');
const labelPrinters = () => import('#web/features/manage/printers/printer-queries.ts');
const labelQueue = () => import('#web/entities/labels/printers.ts');
const locations = () => import('#web/features/manage/locations/location-queries.ts');
const margins = () => import('#web/features/manage/edit/margin-commands.ts');
const menus = () => import('#web/features/menus/library/menu-commands.ts');
const merges = () => import('#web/features/customers/merge/merge-commands.ts');
const orders = () => import('#web/features/inventory/purchasing/order-commands.ts');
const held = () => import('#web/features/register/held/held-commands.ts');
const staff = () => import('#web/features/manage/staff/staff-commands.ts');
const stores = () => import('#web/features/menus/store/store-queries.ts');
const suppliers = () => import('#web/features/inventory/purchasing/supplier/supplier-commands.ts');
const pricing = () => import('#web/features/manage/pricing/pricing-commands.ts');
const products = () => import('#web/features/manage/products/product-commands.ts');
const screens = () => import('#web/features/menus/screens/screen-queries.ts');
const tills = () => import('#web/features/settings/till-commands.ts');

/**
 * Names the code of each kind of command. A command outlives the view and the page that sent it, so the code must be
 * found from the kind alone. Rule: wire/writes-beside-commands.
 */
export const COMMAND_KINDS = {
  'agent-change': async () => (await assistant()).changeAgentCommand,
  'agent-restore': async () => (await assistant()).restoreAgentCommand,
  'artifact-change': async () => (await assistant()).changeArtifactCommand,
  'artifact-create': async () => (await assistant()).createArtifactCommand,
  'artifact-delete': async () => (await assistant()).deleteArtifactCommand,
  'artifact-fork': async () => (await assistant()).forkArtifactCommand,
  'artifact-restore': async () => (await assistant()).restoreArtifactCommand,
  'assistant-provider': async () => (await assistant()).changeProviderCommand,
  'api-key-revoke': async () => (await import('#web/features/manage/api-keys/api-key-queries.ts')).revokeApiKeyCommand,
  audit: async () => (await import('#web/features/inventory/audit/audit-command.ts')).auditCommand,
  'backup-ask': async () => (await import('#web/features/manage/backups/backup-queries.ts')).askBackupCommand,
  'receipt-settings': async () =>
    (await import('#web/features/manage/receipts/receipt-queries.ts')).receiptSettingsCommand,
  'backup-settings': async () => (await import('#web/features/manage/backups/backup-queries.ts')).backupSettingsCommand,
  'blueprint-change': async () => (await blueprints()).changeBlueprintCommand,
  'blueprint-create': async () => (await blueprints()).createBlueprintCommand,
  'blueprint-delete': async () => (await blueprints()).deleteBlueprintCommand,
  'bulk-status': async () => (await import('#web/features/orders/change/bulk-command.ts')).bulkStatusCommand,
  'card-stock-change': async () => (await import('#web/features/register/audit/stock-edits.ts')).stockChangeCommand,
  'card-stock-number': async () => (await import('#web/features/register/audit/stock-edits.ts')).stockNumberCommand,
  'cart-burn': async () => (await held()).burnCommand,
  'cart-hold': async () => (await held()).holdCommand,
  'cart-resume': async () => (await held()).resumeCommand,
  'category-change': async () => (await categories()).changeCategoryCommand,
  'category-create': async () => (await categories()).createCategoryCommand,
  'category-delete': async () => (await categories()).deleteCategoryCommand,
  'category-merge': async () => (await categories()).mergeCategoryCommand,
  'category-move': async () => (await categories()).moveCategoryCommand,
  'chain-check': async () => (await import('#web/features/manage/audit/audit-queries.ts')).checkChainCommand,
  conversion: async () => (await import('#web/features/inventory/transfers/conversion-command.ts')).conversionCommand,
  'conversation-clear': async () => (await assistant()).clearConversationCommand,
  'conversation-create': async () => (await assistant()).createConversationCommand,
  'conversation-delete': async () => (await assistant()).deleteConversationCommand,
  'conversation-rename': async () => (await assistant()).renameConversationCommand,
  counted: async () => (await import('#web/features/inventory/attention/counted-command.ts')).countedCommand,
  customer: async () => (await import('#web/entities/customer/customer-command.ts')).createCustomerCommand,
  'customer-add': async () => (await customers()).addCustomerCommand,
  'customer-change': async () => (await customers()).changeCustomerCommand,
  'customer-delete': async () => (await customers()).deleteCustomerCommand,
  'customer-note': async () => (await customers()).addNoteCommand,
  'customer-note-delete': async () => (await customers()).deleteNoteCommand,
  'customer-id-check': async () => (await import('#web/entities/customer/id-check-command.ts')).idCheckCommand,
  'customer-identity': async () =>
    (await import('#web/features/customers/identity/identity-command.ts')).setIdentityCommand,
  'customer-merge': async () => (await merges()).mergeCommand,
  'customer-unmerge': async () => (await merges()).undoMergeCommand,
  'customers-import': async () => (await import('#web/features/customers/import/import-command.ts')).importCommand,
  'points-adjust': async () => (await customers()).adjustPointsCommand,
  'label-job-settle': async () => (await labelQueue()).settleJobCommand,
  'label-printer-change': async () => (await labelPrinters()).changePrinterCommand,
  'label-printer-create': async () => (await labelPrinters()).createPrinterCommand,
  'label-printer-delete': async () => (await labelPrinters()).deletePrinterCommand,
  'label-printer-print': async () => (await labelQueue()).printLabelsCommand,
  'label-printer-test': async () => (await labelPrinters()).testPrinterCommand,
  'label-prints': async () => (await import('#web/features/labels/prints/print-queries.ts')).recordPrintsCommand,
  'label-template-change': async () => (await labelTemplates()).changeTemplateCommand,
  'label-template-create': async () => (await labelTemplates()).createTemplateCommand,
  'label-template-delete': async () => (await labelTemplates()).deleteTemplateCommand,
  'location-change': async () => (await locations()).changeLocationCommand,
  'location-close': async () => (await locations()).closeLocationCommand,
  'location-create': async () => (await locations()).createLocationCommand,
  'location-reopen': async () => (await locations()).reopenLocationCommand,
  'draft-approve': async () => (await assistant()).approveDraftCommand,
  'draft-reject': async () => (await assistant()).rejectDraftCommand,
  'draft-undo': async () => (await assistant()).undoDraftCommand,
  'loyalty-settings': async () =>
    (await import('#web/features/manage/loyalty/loyalty-command.ts')).loyaltySettingsCommand,
  'pricing-rule-add': async () => (await pricing()).addPricingRuleCommand,
  'pricing-rule-change': async () => (await pricing()).changePricingRuleCommand,
  'pricing-rule-delete': async () => (await pricing()).deletePricingRuleCommand,
  'product-add': async () => (await products()).addProductCommand,
  'product-bulk-undo': async () =>
    (await import('#web/features/manage/products/bulk/bulk-command.tsx')).undoBulkCommand,
  'product-bulk': async () => (await import('#web/features/manage/products/bulk/bulk-command.tsx')).bulkEditCommand,
  'product-bonus': async () =>
    (await import('#web/features/manage/products/form/bonus-command.ts')).productBonusCommand,
  'product-cost': async () => (await margins()).costCommand,
  'margin-floor': async () => (await margins()).marginFloorCommand,
  'product-change': async () => (await products()).changeProductCommand,
  'product-delete': async () => (await products()).deleteProductCommand,
  'product-fields': async () => (await import('#web/features/labels/fields/field-commands.ts')).changeFieldsCommand,
  'product-duplicate': async () => (await products()).duplicateProductCommand,
  'products-import': async () =>
    (await import('#web/features/manage/products/files/import-command.ts')).importProductsCommand,
  'menu-config-add': async () => (await menus()).addConfigCommand,
  'menu-config-change': async () => (await menus()).changeConfigCommand,
  'menu-config-delete': async () => (await menus()).deleteConfigCommand,
  'menu-config-duplicate': async () => (await menus()).duplicateConfigCommand,
  'menu-config-restore': async () => (await menus()).restoreConfigCommand,
  'menu-config-save': async () => (await menus()).saveConfigCommand,
  'menu-settings': async () => (await menus()).menuSettingsCommand,
  'role-change': async () => (await staff()).changeRoleCommand,
  'store-config-add': async () => (await stores()).addStoreCommand,
  'store-config-save': async () => (await stores()).saveStoreCommand,
  'tv-change': async () => (await screens()).changeTvCommand,
  'tv-command': async () => (await screens()).sendTvCommand,
  'tv-forget': async () => (await screens()).forgetTvCommand,
  'tv-pair': async () => (await screens()).pairTvCommand,
  'tv-schedule': async () => (await stores()).scheduleCommand,
  'goods-receipt': async () => (await orders()).receiveOrderCommand,
  'order-note': async () => (await import('#web/features/orders/change/order-changes.ts')).noteCommand,
  'order-status': async () => (await import('#web/features/orders/change/order-changes.ts')).statusCommand,
  'order-void': async () => (await import('#web/features/orders/change/order-changes.ts')).voidCommand,
  'purchase-order': async () => (await orders()).createOrderCommand,
  'purchase-order-change': async () => (await orders()).changeOrderCommand,
  'purchase-order-delete': async () => (await orders()).deleteOrderCommand,
  'purchase-order-status': async () => (await orders()).orderStatusCommand,
  favourite: async () => (await import('#web/features/register/card/favourite-command.ts')).favouriteCommand,
  refund: async () => (await import('#web/features/orders/refund/refund-command.ts')).refundCommand,
  'reorder-level': async () => (await import('#web/entities/stock/figure/stock-figure-command.ts')).reorderLevelCommand,
  restock: async () => (await import('#web/features/inventory/restock/restock-command.ts')).restockCommand,
  // Importing the module also subscribes it to the answers.
  sale: async () => (await import('#web/features/register/sale/sale-runner.ts')).saleCommand,
  'staff-change': async () => (await staff()).changeStaffCommand,
  'staff-create': async () => (await staff()).createStaffCommand,
  'staff-pin-remove': async () => (await staff()).removePinCommand,
  'staff-sessions': async () => (await staff()).endSessionsCommand,
  'staff-status': async () => (await staff()).staffStatusCommand,
  supplier: async () => (await suppliers()).createSupplierCommand,
  'supplier-change': async () => (await suppliers()).changeSupplierCommand,
  'supplier-status': async () => (await suppliers()).supplierStatusCommand,
  'tax-cancel': async () => (await import('#web/features/manage/taxes/tax-queries.ts')).cancelTaxCommand,
  'taxes-copy': async () => (await import('#web/features/manage/taxes/tax-queries.ts')).copyTaxesCommand,
  'tax-set': async () => (await import('#web/features/manage/taxes/tax-queries.ts')).setTaxCommand,
  'till-name': async () => (await tills()).nameTillCommand,
  'till-retire': async () => (await tills()).retireTillCommand,
  transfer: async () => (await import('#web/features/inventory/transfers/transfer-command.ts')).transferCommand,
} satisfies Loaders;

defineCommands(COMMAND_KINDS);
