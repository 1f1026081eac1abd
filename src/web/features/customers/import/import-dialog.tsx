import { IMPORT_FIELDS } from '#contract/customer-files.ts';
import { ImportDialog as FileImportDialog } from '#web/entities/file-import/import-dialog.tsx';
import { openTool } from '../tools/tool-state.ts';
import { CUSTOMER_IMPORT } from './customer-import.ts';
import { CustomerImportPlan } from './import-plan.tsx';
import { FIELD_WORDS } from './import-words.ts';

/** Imports customers from a CSV file. Rule: customers/import. */
export function ImportDialog() {
  return (
    <FileImportDialog
      of={CUSTOMER_IMPORT}
      hint={
        <>
          The first row names the columns. Known are: {IMPORT_FIELDS.map((field) => FIELD_WORDS[field]).join(', ')}.
          Each customer needs a name, and an email address or a phone number. You see the result before anything is
          saved.
        </>
      }
      Effects={CustomerImportPlan}
      onClose={() => openTool(null)}
    />
  );
}
