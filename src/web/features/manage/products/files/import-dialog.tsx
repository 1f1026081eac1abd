import { ImportDialog as FileImportDialog } from '#web/entities/file-import/import-dialog.tsx';
import { ProductImportPlan } from './import-plan.tsx';
import { PRODUCT_IMPORT } from './product-import.ts';

/** Imports products from a CSV file. Rule: catalogue/imports-in-the-app. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <FileImportDialog
      of={PRODUCT_IMPORT}
      hint={
        <>
          The first row names the columns. A name is needed, and a SKU or an ID to know each row by; columns are known
          by the names that WooCommerce and other programs give them, and you can choose them. Of a file that was
          exported here, just what you edited is changed. You see the result before anything is saved.
        </>
      }
      Effects={ProductImportPlan}
      onClose={onClose}
    />
  );
}
