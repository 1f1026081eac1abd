import { exportPersonPdfRoute, exportPersonRoute } from '#contract/customer-files.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DownloadLink } from '#web/ui/files/download-link.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { openTool } from '../tools/tool-state.ts';

const close = () => openTool(null);

/** Downloads everything the shop holds about one person. Rule: customers/person-file. */
export function PersonFileDialog({ customerId, name }: { customerId: number; name: string }) {
  const address = (path: string) => path.replace(':id', String(customerId));
  return (
    <Dialog
      open
      title={`All data of ${name}`}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <DownloadLink href={address(exportPersonRoute.path)}>Download JSON</DownloadLink>
          <DownloadLink primary href={address(exportPersonPdfRoute.path)}>
            Download PDF
          </DownloadLink>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-base">
          Everything the shop holds about this customer: account, addresses, date of birth and licence number, notes,
          orders, points, merges, and who changed what.
        </p>
        <p className="text-ink-2">
          Both files are complete. The PDF is easy to read; after thousands of orders it takes a minute to come.
        </p>
        <p className="text-ink-3">The download is recorded in the audit trail. Give the file to this customer only.</p>
      </div>
    </Dialog>
  );
}
