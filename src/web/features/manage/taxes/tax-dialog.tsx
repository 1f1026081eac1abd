// One file, because nearly every field of the form changes what another one offers, its problems and the example.
import { useMemo, useRef } from 'react';
import type { TaxSetting } from '#contract/taxes.ts';
import { ratePercent, ratesOrDefault } from '#domain/tax.ts';
import { readTaxRate, typedSentence } from '#domain/typed.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import type { Category } from '../edit/category-queries.ts';
import { SaveForm } from '../form/save-form.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useLeftFields } from '../form/left-fields.ts';
import { useRecordForm } from '../form/record-form.ts';
import { rowButton } from '../list/manage-table.tsx';
import { exampleGoods, rateOf } from './example-sale.ts';
import { TaxExample } from './tax-example.tsx';
import { cancelTaxCommand, setTaxCommand } from './tax-queries.ts';
import { type RuleFields, TaxRules } from './tax-rules.tsx';

type Fields = Readonly<{
  location: string;
  code: string;
  name: string;
  rate: string;
  /** True if the tax is no longer charged. */
  ended: boolean;
  /** '' means from now on. */
  day: string;
  /** The planned change of the tax, shown if somebody else changes it. */
  later: string;
}> &
  RuleFields;

/** Most shops have one tax, so its owner need not think of a code. */
const FIRST_CODE = 'SALES-TAX';

const LABELS = {
  location: 'Location',
  code: 'Code',
  name: 'Name',
  rate: 'Rate',
  ended: 'Ended',
  day: 'From',
  later: 'Later',
  order: 'Order',
  goods: 'Charged on',
  categoryIds: 'Categories',
  priceClasses: 'Price classes',
  prices: 'Prices',
  compound: 'Charged on taxes',
  beforePoints: 'Before points',
};

/** The setting to change: a planned one, or else the present setting of the tax, whichever of its rows was opened. */
function baseOf(setting: TaxSetting | null, ofTax: readonly TaxSetting[]): TaxSetting | null {
  if (setting === null || setting.state === 'coming') return setting;
  return ofTax.find(({ state }) => state === 'present') ?? setting;
}

/** @param unnamed the code of a new tax until somebody types one */
function fieldsOf(
  base: TaxSetting | null,
  ofTax: readonly TaxSetting[],
  place: number | undefined,
  unnamed: string,
): Fields {
  return {
    location: String(base?.location_id ?? place ?? ''),
    code: base?.code ?? unnamed,
    name: base?.name ?? 'Sales Tax',
    rate: base?.rate ?? '',
    ended: base !== null && base.rate === null,
    order: base ? String(base.position) : '',
    goods: base?.category_ids || base?.price_classes ? 'some' : 'all',
    categoryIds: base?.category_ids ?? [],
    priceClasses: base?.price_classes ?? [],
    prices: base?.included ? 'included' : 'added',
    compound: base?.compound ?? false,
    beforePoints: base?.before_points ?? false,
    day: base?.state === 'coming' ? (base.from_day ?? '') : '',
    later: ofTax
      .filter(({ id, state }) => state === 'coming' && id !== base?.id)
      .map(({ name, rate, from_day: day }) => `${name} ${rate === null ? 'ended' : `${rate}%`} from ${day}`)
      .join(', '),
  };
}

interface Place {
  readonly id: number;
  readonly name: string;
}

/** Sets a tax: changes one, from now or a later day on, or adds a new one (`setting` is null). */
export function TaxDialog({
  setting,
  all,
  classes,
  categories,
  defaultRate,
  places,
  own,
  open,
  onClose,
}: {
  setting: TaxSetting | null;
  all: readonly TaxSetting[];
  /** The price classes of the products. */
  classes: readonly string[];
  categories: readonly Category[];
  /** The percentage that a location without a tax charges. */
  defaultRate: string;
  places: readonly Place[];
  own: number | null;
  open: boolean;
  onClose: () => void;
}) {
  const name = useRef<HTMLInputElement>(null);
  const place = places.find(({ id }) => id === setting?.location_id);
  return (
    <Dialog
      open={open}
      onOpenChange={(on) => !on && onClose()}
      size="lg"
      initialFocus={name}
      focusAfter={() => (setting ? rowButton(setting.id) : null)}
      title={setting ? setting.name : 'Add tax'}
      description={setting ? `${place?.name ?? 'Closed location'}, ${setting.code}` : undefined}
    >
      <TaxForm
        key={setting?.id ?? 'new'}
        nameRef={name}
        setting={setting}
        all={all}
        classes={classes}
        categories={categories}
        defaultRate={defaultRate}
        places={places}
        own={own}
        onDone={onClose}
      />
    </Dialog>
  );
}

function said(value: Fields[keyof Fields], categories: readonly Category[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value || 'empty';
  const names = value.map((one) => categories.find(({ id }) => id === one)?.name ?? String(one));
  return names.join(', ') || 'none';
}

function TaxForm({
  setting,
  all,
  classes,
  categories,
  defaultRate,
  places,
  own,
  nameRef,
  onDone,
}: {
  setting: TaxSetting | null;
  all: readonly TaxSetting[];
  classes: readonly string[];
  categories: readonly Category[];
  defaultRate: string;
  places: readonly Place[];
  own: number | null;
  nameRef: React.RefObject<HTMLInputElement | null>;
  onDone: () => void;
}) {
  // Newest first.
  const ofTax = useMemo(
    () =>
      setting ? all.filter(({ location_id: at, code }) => at === setting.location_id && code === setting.code) : [],
    [setting, all],
  );
  const current = useMemo(
    () => fieldsOf(baseOf(setting, ofTax), ofTax, own ?? places[0]?.id, all.length === 0 ? FIRST_CODE : ''),
    [setting, ofTax, own, places, all],
  );
  const [newest] = ofTax;
  const isComing = setting?.state === 'coming';
  const subject = setting
    ? `tax ${setting.location_id} ${setting.code}${isComing ? ` from ${setting.from_day}` : ''}`
    : 'tax new';
  const form = useRecordForm(setTaxCommand, subject, current, { version: newest?.id ?? 0, onDone });
  const { fields, isSent, change } = form;
  const typedRate = readTaxRate(fields.rate);
  const rate = typedRate.ok ? ratePercent(typedRate.value) : null;
  const isTaken =
    setting === null &&
    !isSent &&
    all.some(({ location_id: at, code }) => String(at) === fields.location && code === fields.code);
  const problems: Partial<Record<'name' | 'code' | 'rate' | 'order' | 'goods', string>> = {
    ...(fields.name.trim() === '' && { name: 'Give a name.' }),
    ...(!/^[\w.-]{1,50}$/.test(fields.code) && {
      code: fields.code === '' ? 'Give a code.' : 'Use letters, digits, dots, hyphens, underscores.',
    }),
    ...(isTaken && {
      code: 'This location has this code already: open it in the list.',
    }),
    ...(!fields.ended && !typedRate.ok && { rate: typedSentence(typedRate.refused) }),
    ...(!/^(\d{1,3}|1000|)$/.test(fields.order) && { order: '0 to 1000.' }),
    ...(fields.goods === 'some' &&
      fields.categoryIds.length + fields.priceClasses.length === 0 && {
        goods: 'Choose a category or a price class.',
      }),
  };
  const { shown, watch, stops } = useLeftFields(form.isEdited, problems);
  const mayPress = form.changed.length > 0 && form.conflicts.length === 0;
  const others = all.filter(
    ({ location_id: at, code, state, rate: charged }) =>
      String(at) === fields.location && code !== fields.code && state === 'present' && charged !== null,
  );
  const rules = {
    compound: fields.compound,
    included: fields.prices === 'included',
    before_points: fields.beforePoints,
    category_ids: fields.goods === 'some' && fields.categoryIds.length > 0 ? [...fields.categoryIds] : null,
    price_classes: fields.goods === 'some' && fields.priceClasses.length > 0 ? [...fields.priceClasses] : null,
  };
  const ofPlace = all.filter(({ location_id: at }) => String(at) === fields.location);
  const order =
    fields.order === '' ? Math.max(0, ...ofPlace.map(({ position }) => position)) + 1 : Number(fields.order);
  const isCharged = !fields.ended && rate !== null;
  const example = [
    ...others.map((one) => ({ place: one.position, code: one.code, rate: rateOf(one) })),
    ...(isCharged
      ? [
          {
            place: order,
            code: fields.code,
            rate: rateOf({ ...rules, id: -1, code: fields.code || 'new', name: fields.name || 'Tax', rate }),
          },
        ]
      : []),
  ].toSorted((one, other) => one.place - other.place || (one.code < other.code ? -1 : 1));
  const goods = exampleGoods(
    [rules, ...others].map(({ category_ids: ids, price_classes: classNames }) => ({ ids, classNames })),
    categories,
  );

  async function save(): Promise<void> {
    if (!mayPress || stops()) return;
    await form.save(`${fields.name.trim()} ${fields.code}`, {
      body: {
        location_id: Number(fields.location),
        code: fields.code,
        name: fields.name.trim(),
        rate: fields.ended ? null : rate,
        ...rules,
        ...(fields.order !== '' && { position: Number(fields.order) }),
        from_day: fields.day === '' ? null : fields.day,
        seen_id: newest?.id ?? null,
      },
    });
  }

  return (
    <SaveForm label={setting ? 'Tax' : 'New tax'} className="flex flex-col gap-5 pt-1" watch={watch} onSave={save}>
      <div className="grid items-start gap-5 min-[640px]:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="flex flex-col gap-4">
          {setting === null && (
            <Field label={LABELS.location}>
              {(control) => (
                <Select
                  id={control.id}
                  className="w-full"
                  disabled={isSent}
                  value={fields.location}
                  options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChange={(location) => change({ location })}
                />
              )}
            </Field>
          )}
          <TextField
            label={LABELS.name}
            name="name"
            ref={nameRef}
            maxLength={100}
            value={fields.name}
            disabled={isSent}
            hint="As it stands on receipts."
            error={shown.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          {/* As high as with two lines of an error, so that what is below stays where it is pressed. */}
          <div className={cx('grid min-h-27 items-start gap-3', setting === null && 'grid-cols-[minmax(0,1fr)_9rem]')}>
            {setting === null && (
              <TextField
                label={LABELS.code}
                name="code"
                maxLength={50}
                value={fields.code}
                disabled={isSent}
                hint="Short and your own, like CITY-TAX."
                error={shown.code}
                onChange={({ target }) => change({ code: target.value })}
              />
            )}
            <TextField
              label={LABELS.rate}
              name="rate"
              hint="Like 8.75."
              inputMode="decimal"
              maxLength={10}
              value={fields.rate}
              disabled={isSent || fields.ended}
              trailing={<span className="pr-2 text-ink-3">%</span>}
              error={shown.rate}
              onChange={({ target }) => change({ rate: target.value })}
            />
          </div>
          <TaxRules
            fields={fields}
            problems={shown}
            categories={categories}
            classes={classes}
            disabled={isSent || fields.ended}
            onChange={change}
          />
          {setting !== null && (
            <Checkbox
              label="Not charged any more"
              checked={fields.ended}
              disabled={isSent}
              onChange={(ended) => change({ ended })}
            />
          )}
          <div>
            <p className="mb-1.5 text-sm font-medium text-ink-2">Holds from</p>
            <div className="flex flex-wrap items-center gap-3">
              <DayField
                label="From the day"
                value={fields.day}
                disabled={isSent || isComing}
                onChange={(day) => change({ day })}
              />
              <span className="text-sm text-ink-3">
                {isComing
                  ? 'Midnight at the location. For another day, take this back and set the tax anew.'
                  : fields.day === ''
                    ? 'Now, when no day is chosen.'
                    : 'Midnight at the location.'}
              </span>
            </div>
          </div>
        </div>
        <TaxExample
          taxes={ratesOrDefault(example.map((one) => one.rate))}
          goods={goods}
          isDefault={example.length === 0}
          defaultRate={defaultRate}
        />
      </div>
      <FormNotices
        form={form}
        current={current}
        what="tax"
        labels={LABELS}
        say={(field, of) => said(of[field], categories)}
      />
      <div className="flex items-center justify-end gap-2">
        {isComing && <TakeBack setting={setting} onDone={onDone} />}
        {form.isEdited && !isSent && (
          <Button variant="ghost" onClick={form.discard}>
            Discard
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isSent} disabled={!mayPress && !isSent}>
          {fields.day === '' ? 'Set from now on' : 'Set from that day on'}
        </Button>
      </div>
    </SaveForm>
  );
}

function TakeBack({ setting, onDone }: { setting: TaxSetting; onDone: () => void }) {
  const command = useCommand(cancelTaxCommand, `tax setting ${setting.id}`, (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
    if (outcome.kind === 'done') onDone();
  });
  return (
    <div className="mr-auto flex items-center gap-3">
      <Button
        busy={command.open !== null}
        onClick={() =>
          void command.send({ title: `Take back ${setting.name}`, memo: null, params: { id: String(setting.id) } })
        }
      >
        Take this back
      </Button>
      <Checking what="change" command={command.open} />
    </div>
  );
}
