import { useMemo } from 'react';
import type { ManagedLocation } from '#contract/locations.ts';
import { managedView } from '#contract/pages.ts';
import type { ReceiptSettings, StoredLogo } from '#contract/receipts.ts';
import { styleOf } from '#domain/receipt-paper.ts';
import { addressed } from '#web/api/address/address.ts';
import { recordId } from '#web/api/address/params.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useRecordForm } from '../form/record-form.ts';
import { changeLocationCommand, locationSubject, useLocations } from '../locations/location-queries.ts';
import { fieldsOfLocation, fieldsOfSettings, ownOf, type ReceiptFields, settingsOf } from './receipt-fields.ts';
import { ReceiptForm } from './receipt-form.tsx';
import { receiptSettingsCommand, useReceiptSettings } from './receipt-queries.ts';
import type { SampleShop } from './sample-receipt.ts';

const address = addressed<{ locationId: number | null }>(managedView('receipts'), { locationId: recordId('location') });

const EVERYWHERE = 'all';

const shopOf = ({ name, address, phone, time_zone: timeZone }: ManagedLocation): SampleShop => ({
  name,
  address,
  phone,
  timeZone,
});
const NO_SHOP: SampleShop = { name: 'Your shop', address: {}, phone: null, timeZone: 'UTC' };

/** The layout and texts of receipts, for the whole business or one location. Rule: orders/receipt-paper. */
export function ReceiptsPage() {
  const settings = useReceiptSettings();
  const locations = useLocations();
  const { locationId } = address.use();
  if (settings.isPending || locations.isPending) return <LoadingPanel label="Loading Receipts..." />;
  if (!settings.data || !locations.data) {
    return (
      <ErrorPanel
        title="Error Loading Receipts"
        error={settings.error ?? locations.error}
        onRetry={() => Promise.all([settings.refetch(), locations.refetch()])}
      />
    );
  }
  const open = locations.data.filter(({ closed_at: at }) => at === null);
  const location = open.find(({ id }) => id === locationId);
  const { data, logos } = settings.data;
  return (
    <>
      <Field label="For" className="mt-5 max-w-xl">
        {(control) => (
          <Select
            id={control.id}
            className="w-full"
            value={location ? String(location.id) : EVERYWHERE}
            options={[
              { value: EVERYWHERE, label: 'The whole business' },
              ...open.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(next) => address.change({ locationId: next === EVERYWHERE ? null : Number(next) })}
          />
        )}
      </Field>
      {location ? (
        <OfLocation key={location.id} location={location} settings={data} logos={logos} />
      ) : (
        <OfBusiness settings={data} logos={logos} shop={open[0] ? shopOf(open[0]) : NO_SHOP} />
      )}
    </>
  );
}

interface Shown {
  readonly settings: ReceiptSettings;
  readonly logos: readonly StoredLogo[];
}

function OfBusiness({ settings, logos, shop }: Shown & { shop: SampleShop }) {
  const current = useMemo(() => fieldsOfSettings(settings), [settings]);
  const form = useRecordForm(receiptSettingsCommand, 'receipt settings', current, { version: settings.version });
  const style = settingsOf(form.fields);
  const save = () =>
    form.save('Receipt settings', {
      body: {
        paper_mm: style.paperMm,
        logo: style.logo,
        qr: style.qr,
        qr_address: style.qrAddress,
        header: style.header,
        footer: style.footer,
        version: settings.version,
      },
    });
  return (
    <ReceiptForm form={form} current={current} shared={null} style={style} shop={shop} logos={logos} onSave={save} />
  );
}

const OWN = ['paper', 'logo', 'qr', 'qrAddress'] as const satisfies readonly (keyof ReceiptFields)[];

function OfLocation({ location, settings, logos }: Shown & { location: ManagedLocation }) {
  const current: ReceiptFields = useMemo(() => fieldsOfLocation(location), [location]);
  const form = useRecordForm(changeLocationCommand, locationSubject(location.id, 'receipt'), current, {
    version: location.version,
  });
  const shared = settingsOf(fieldsOfSettings(settings));
  const own = ownOf(form.fields);
  const save = () =>
    form.save(`Receipts of ${location.name}`, {
      params: { id: String(location.id) },
      body: {
        ...(form.changed.includes('header') && { receipt_header: own.header }),
        ...(form.changed.includes('footer') && { receipt_footer: own.footer }),
        ...(OWN.some((name) => form.changed.includes(name)) && {
          receipt: { paper_mm: own.paperMm, logo: own.logo, qr: own.qr, qr_address: own.qrAddress },
        }),
        version: location.version,
      },
    });
  return (
    <ReceiptForm
      form={form}
      current={current}
      shared={shared}
      style={styleOf(shared, own)}
      shop={shopOf(location)}
      logos={logos}
      onSave={save}
    />
  );
}
