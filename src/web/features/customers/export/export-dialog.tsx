import { useState } from 'react';
import { exportCustomersRoute } from '#contract/customer-files.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DownloadLink } from '#web/ui/files/download-link.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useMay } from '#web/api/session/session.ts';
import type { CustomersQuery } from '../customers-queries.ts';
import { openTool } from '../tools/tool-state.ts';

const close = () => openTool(null);

/** Describes the filters, for example "found by “reed”, of the group VIP"; '' without any. */
export function whichWords({ search, group, flagged }: Omit<CustomersQuery, 'page'>): string {
  return [search !== '' && `found by “${search}”`, group !== null && `of the group ${group}`, flagged && 'with a flag']
    .filter(Boolean)
    .join(', ');
}

/** Exports the list with its present search and filters. Rule: customers/csv. */
export function ExportDialog({ query, total }: { query: Omit<CustomersQuery, 'page'>; total: number | null }) {
  const mayShowIdentity = useMay('see-identity');
  const [withIdentity, setWithIdentity] = useState(false);
  const { search, group, flagged } = query;
  const which = whichWords(query);
  const asked = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(group !== null && { group }),
    ...(flagged && { flagged: 'true' }),
    ...(withIdentity && { identity: 'true' }),
  });
  const count =
    total === null ? 'The customers' : total === 1 ? 'One customer' : `${total.toLocaleString('en-US')} customers`;
  return (
    <Dialog
      open
      title="Export customers"
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <DownloadLink primary href={`${exportCustomersRoute.path}?${asked}`} onPressed={() => setTimeout(close)}>
            Download CSV
          </DownloadLink>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-base">
          {count}
          {which === '' ? ' of the whole directory' : ` ${which}`}, one row each: contact, address, groups, flag, orders
          and points.
        </p>
        {mayShowIdentity && (
          <Checkbox label="With birth dates and licence numbers" checked={withIdentity} onChange={setWithIdentity} />
        )}
        <p className="text-ink-3">
          The export is recorded in the audit trail. The file holds personal data: keep it safe.
        </p>
      </div>
    </Dialog>
  );
}
