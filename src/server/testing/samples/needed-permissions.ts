import type { Route } from '#contract/route.ts';

const named = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Every call by its name, under the permission that it needs. Reviewed by hand, and never taken from the calls
 * themselves: a call that is added, or whose permission is changed, is written down here as well.
 */
export const NEEDS: Readonly<Record<Route['access'], readonly string[]>> = {
  public: named(`
    beginPairing checkResetLink claimPairing login menuDisplay menuEvents menuShelf picture reportError resetPassword
    rewardsToken signInHints
  `),
  'signed-in': named(`
    approve changePassword events keepTvSnapshot logDisplay logout me peopleWithPin reportUnsettled rewardsValidate
    setPin settleTvCommand switchPerson tvCommands tvEvents tvHeartbeat withdrawCommand
  `),
  sell: named(`
    burnCart createOrder favourites heldCarts holdCart resumeCart trySale
  `),
  'see-orders': named(`
    chosenOrders exportOrders listedOrders order orderEffects orderSummary orderSummaryCsv orders receipt receiptPdf
    refundReceipt refundReceiptPdf wooOrder wooOrders
  `),
  'change-orders': named(`
    addOrderNote awardPoints bulkEffects bulkStatus changeWooOrder previewRefund refund setOrderStatus updateOrder
  `),
  'void-orders': named(`
    voidOrder
  `),
  'see-stock': named(`
    attention auditBatch auditLog batchBlueprint batchInventory blueprintFields categories exportHistory fieldValues
    fields inventory labelPrinters labelPrints labelQueue labelTemplates labelsPdf movements printLabels products
    purchaseOrder purchaseOrderPdf purchaseOrders recordLabelPrints settleLabelJob storeProduct storeProducts
    storeVariations suppliers wooCategories wooCategory wooProduct wooProducts wooVariation wooVariations
  `),
  'adjust-stock': named(`
    adjustStock applyAuditBatch convertStock createPurchaseOrder createSupplier deletePurchaseOrder
    generatePurchaseOrder receivePurchaseOrder setReorderLevel setStock transferStock transferTargets
    updatePurchaseOrder updateSupplier
  `),
  'see-customers': named(`
    balance bulkPoints customer customerDuplicates customerGroups customerMerges customerNotes customerStatistics
    customerTotals findByIdentity loyaltySettings pointsHistory productPoints redeemApply redeemCalculate users
    wooCustomer wooCustomers
  `),
  'edit-customers': named(`
    addCustomerNote batchWooCustomers changeWooCustomer createUser createWooCustomer deleteCustomerNote sendResetLink setIdentity
    updateCustomer updateUser
  `),
  'manage-customers': named(`
    customerMergePreview exportCustomers exportPerson exportPersonPdf importCustomers mergeCustomers
    previewCustomerImport undoCustomerMerge
  `),
  'delete-customers': named(`
    deleteUser deleteWooCustomer
  `),
  'see-identity': named(`
    revealIdentity
  `),
  'adjust-points': named(`
    adjustPoints changeProductPoints
  `),
  'edit-products': named(`
    batchWooCategories batchWooProducts batchWooVariations bulkChange bulkEdit bulkPreview cancelProductImport
    changeBlueprint changeCategory changeLabelTemplate
    changePricingRule changeProduct changeWooCategory changeWooProduct changeWooVariation createBlueprint
    createCategory createLabelTemplate createPricingRule createProduct createWooCategory createWooProduct
    createWooVariation deleteBlueprint deleteCategory deleteLabelTemplate deleteMedia deletePricingRule deleteProduct
    deleteWooCategory deleteWooProduct deleteWooVariation duplicateProduct exportProducts importProducts
    managedBlueprints managedCategories managedProduct managedProducts media mediaList mergeCategory moveCategory
    newCodes pinFavourite previewProductImport pricingRules productPlaces setCost setMarginFloor undoBulkEdit
    updateProductMeta uploadMedia uploadPicture
  `),
  'see-costs': named(`
    lastCosts margins
  `),
  'switch-location': named(`
    switchLocation
  `),
  'settle-commands': named(`
    unsettledCommands
  `),
  'manage-tills': named(`
    changeLabelPrinter createLabelPrinter deleteLabelPrinter nameTill retireTill testLabelPrinter tills
  `),
  'run-screens': named(`
    activeMenu menuAnalytics menuConfig menuConfigVersions menuConfigs menuSettings menuTemplates sendTvCommand
    storeConfig tvCommandLog tvDevices tvSchedule tvSnapshot
  `),
  'edit-menus': named(`
    changeMenuSettings changeTvDevice changeTvSchedule confirmPairing createMenuConfig createStoreConfig
    deleteMenuConfig duplicateMenuConfig forgetTvDevice restoreMenuConfig updateMenuConfig updateStoreConfig
  `),
  'use-assistant': named(`
    agent approveDraft artifact artifactRows artifactVersion artifactVersions artifacts askAboutStock askDirect
    assistant changeArtifact clearConversation conversations createArtifact createConversation deleteArtifact
    deleteConversation draft forkArtifact messages rejectDraft renameConversation restoreArtifact run runEvents
    startRun stopRun toolCsv toolRows undoDraft viewArtifact
  `),
  'manage-staff': named(`
    changeRole changeStaff createStaff endStaffSessions removePin roles sendStaffLink staff staffSessions
  `),
  'see-taxes': named(`
    wooTax wooTaxes
  `),
  configure: named(`
    agentVersions apiKeys askBackup auditFilters auditTrail backupState batchWooTaxes backups cancelTax chain changeAgent
    changeBackupSettings changeLocation changeLoyaltySettings changeProvider changeReceiptSettings changeWooTax
    checkChain closeLocation copyTaxes createApiKey createLocation createWooTax deleteWooTax exportAudit firstRun
    jobs locations models provider receiptSettings reopenLocation restoreAgent retryJobs revokeApiKey sent setTax
    storeLogo taxes testAgent testProvider
  `),
  'override-prices': [],
  'sell-below-floor': [],
  'sell-anyway': [],
};
