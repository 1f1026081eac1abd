import { type ReactNode, type Ref, useMemo } from 'react';
import type { BodySent } from '#contract/route.ts';
import { FIRST_LOCATION } from '#contract/first-run.ts';
import type { createLocationRoute, ManagedLocation } from '#contract/locations.ts';
import { HOURS_SENTENCES, hoursText, type OpenTime, readHours, WEEKDAYS } from '#domain/opening-hours.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField, type TextInputProps } from '#web/ui/fields/text-field.tsx';
import { SaveFoot, SaveForm } from '../form/save-form.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useLeftFields } from '../form/left-fields.ts';
import { useRecordForm } from '../form/record-form.ts';
import { changeLocationCommand, createLocationCommand, locationSubject, NEW_LOCATION } from './location-queries.ts';

const LABELS = {
  name: 'Name',
  phone: 'Phone',
  address_1: 'Street',
  address_2: 'Suite or floor',
  city: 'City',
  state: 'State',
  postcode: 'ZIP code',
  time_zone: 'Time zone',
  receipt_header: 'Top of receipts',
  receipt_footer: 'End of receipts',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const;

type LocationFields = Readonly<Record<keyof typeof LABELS, string>>;
type Name = keyof LocationFields;
type Problems = Partial<Record<Name, string>>;

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const ADDRESS = ['address_1', 'address_2', 'city', 'state', 'postcode'] as const;
/** The zone of this browser's clock, which is nearly always that of the shop. */
const BROWSER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** True for a location that nobody has set up: the first one of a new shop, whose time zone nobody has chosen. */
function isUntouched({ name, version, has_orders: hasOrders, address }: ManagedLocation): boolean {
  return name === FIRST_LOCATION && version === 1 && !hasOrders && address.address_1 === '' && address.city === '';
}

function fieldsOf(location: ManagedLocation | null): LocationFields {
  const hours = location?.opening_hours ?? [];
  const days = Object.fromEntries(DAYS.map((day, at) => [day, hoursText(hours, at + 1)]));
  const { address } = location ?? {};
  return {
    name: location?.name ?? '',
    phone: location?.phone ?? '',
    address_1: address?.address_1 ?? '',
    address_2: address?.address_2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postcode: address?.postcode ?? '',
    time_zone: location === null || isUntouched(location) ? BROWSER_TIME_ZONE : location.time_zone,
    receipt_header: location?.receipt_header ?? '',
    receipt_footer: location?.receipt_footer ?? '',
    ...(days as Record<(typeof DAYS)[number], string>),
  };
}

type Wire = BodySent<typeof createLocationRoute>;

/** The location of the form as a request sends it, and the problem of each field. */
function readFields(fields: LocationFields): { wire: Wire; problems: Problems } {
  const problems: Problems = fields.name.trim() === '' ? { name: 'Give a name.' } : {};
  const hours: OpenTime[] = [];
  for (const [at, day] of DAYS.entries()) {
    const read = readHours(at + 1, fields[day]);
    if (read.ok) hours.push(...read.value);
    else problems[day] = HOURS_SENTENCES[read.refused.code];
  }
  const { name, phone, time_zone, receipt_header, receipt_footer } = fields;
  const address = Object.fromEntries(ADDRESS.map((part) => [part, fields[part].trim()])) as Wire['address'];
  const wire = {
    name: name.trim(),
    phone: phone.trim(),
    address,
    time_zone,
    opening_hours: hours,
    receipt_header,
    receipt_footer,
  };
  return { wire, problems };
}

/** The part of a request that contains a field. */
function partOf(name: Name): keyof Wire {
  if ((ADDRESS as readonly Name[]).includes(name)) return 'address';
  if ((DAYS as readonly Name[]).includes(name)) return 'opening_hours';
  return name as keyof Wire;
}

/** Name, address, hours and receipt of a location or a new one. */
export function LocationForm({
  location,
  nameRef,
  onMade,
}: {
  location: ManagedLocation | null;
  nameRef: Ref<HTMLInputElement>;
  onMade: (location: ManagedLocation) => void;
}) {
  const current = useMemo(() => fieldsOf(location), [location]);
  const isNew = location === null;
  const making = useRecordForm(createLocationCommand, NEW_LOCATION, current, {
    version: 0,
    onDone: ({ data }) => onMade(data),
  });
  const changing = useRecordForm(changeLocationCommand, locationSubject(location?.id ?? 0), current, {
    version: location?.version ?? 0,
  });
  const form = isNew ? making : changing;
  const { fields, isSent, change } = form;
  const { wire, problems } = readFields(fields);
  const { shown, watch, stops } = useLeftFields(form.isEdited, problems);
  // A location without hours is always open.
  const hasHours = DAYS.some((day) => fields[day].trim() !== '');
  const mayPress = form.changed.length > 0 && form.conflicts.length === 0;
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone');
    return (known.includes(current.time_zone) ? known : [current.time_zone, ...known]).map((value) => ({
      value,
      label: value.replaceAll('_', ' '),
    }));
  }, [current.time_zone]);

  const typed = (name: Name, maxLength: number): TextInputProps & { label: string; error?: string | undefined } => ({
    label: LABELS[name],
    value: fields[name],
    maxLength,
    disabled: isSent,
    name,
    error: shown[name],
    onChange: ({ target }) => change({ [name]: target.value }),
  });

  async function save(): Promise<void> {
    if (!mayPress || stops()) return;
    if (isNew) return void (await making.save(`New location: ${wire.name}`, { body: wire }));
    const parts = new Set(form.changed.map(partOf));
    // The form shows the browser's zone there, which the first save stores.
    if (isUntouched(location)) parts.add('time_zone');
    const body = Object.fromEntries([...parts].map((part) => [part, wire[part]]));
    await changing.save(`Location ${wire.name}`, {
      params: { id: String(location.id) },
      body: { ...body, version: location.version },
    });
  }

  return (
    <SaveForm label={isNew ? 'New location' : 'Location'} className="flex flex-col gap-6" watch={watch} onSave={save}>
      <Part title="Shop">
        <TextField {...typed('name', 200)} ref={nameRef} className="col-span-4" />
        <TextField {...typed('phone', 50)} type="tel" className="col-span-2" />
        <TextField {...typed('address_1', 200)} className="col-span-4" />
        <TextField {...typed('address_2', 200)} className="col-span-2" />
        <TextField {...typed('city', 100)} className="col-span-3" />
        <TextField {...typed('state', 100)} />
        <TextField {...typed('postcode', 20)} className="col-span-2" />
        <Field
          label={LABELS.time_zone}
          className="col-span-4"
          hint={
            location?.has_orders
              ? 'This location has sales, and their days follow this time zone, so it cannot be changed.'
              : 'The local time zone. It cannot be changed after the first sale.'
          }
        >
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={isSent || location?.has_orders === true}
              value={fields.time_zone}
              options={zones}
              onChange={(time_zone) => change({ time_zone })}
            />
          )}
        </Field>
      </Part>
      <Part
        title="Opening hours"
        hint="Like 9:00-21:00, or 9 am-1 pm, 2 pm-6 pm. Leave a day empty when it is closed, or all of them when you have no hours."
      >
        {DAYS.map((day, at) => (
          <TextField
            key={day}
            {...typed(day, 100)}
            label={WEEKDAYS[at]}
            placeholder={hasHours ? 'Closed' : 'Always open'}
            className="col-span-3"
          />
        ))}
        <Button
          className="col-span-3 mt-7 justify-self-start"
          disabled={isSent || problems.monday !== undefined}
          onClick={() => change(Object.fromEntries(DAYS.map((day) => [day, fields.monday])))}
        >
          Every day as on Monday
        </Button>
      </Part>
      <Part title="Receipts" hint="Lines of their own, below the address and at the end in place of the thanks.">
        {(['receipt_header', 'receipt_footer'] as const).map((name) => (
          <NotesField
            key={name}
            label={LABELS[name]}
            rows={3}
            maxLength={500}
            value={fields[name]}
            disabled={isSent}
            onChange={(text) => change({ [name]: text })}
            className="col-span-3"
          />
        ))}
      </Part>
      <FormNotices
        form={form}
        current={current}
        what="location"
        labels={LABELS}
        say={(name, of) => of[name] || 'empty'}
      />
      <SaveFoot form={form} maySave={mayPress}>
        {isNew ? 'Open location' : 'Save'}
      </SaveFoot>
    </SaveForm>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-base font-medium">{title}</legend>
      {hint !== undefined && <p className="mb-3 text-sm text-ink-3">{hint}</p>}
      <div className="field-columns-6 gap-x-4 gap-y-3">{children}</div>
    </fieldset>
  );
}
