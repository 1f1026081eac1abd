import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { POINT_ROUNDINGS } from '#domain/loyalty-points.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField, type TextInputProps } from '#web/ui/fields/text-field.tsx';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { SaveForm } from '../form/save-form.tsx';
import { CategoryChoice } from '../edit/category-choice.tsx';
import type { useCategories } from '../edit/category-queries.ts';
import { ChangedMeanwhile } from '../edit/changed-meanwhile.tsx';
import { InWords } from './in-words.tsx';
import { LOYALTY_SUBJECT, loyaltySettingsCommand } from './loyalty-command.ts';
import { bodyOf, type LoyaltyEdits, settingsOf, type WireSettings } from './loyalty-draft.ts';
import { dropDraft, edit, formOf, keepMine, restoreDraft, takeTheirs, useLoyaltyDraft } from './loyalty-form-state.ts';
import { FIELD_LABEL, ROUNDING_LABEL, valueInWords } from './loyalty-words.ts';

const ROUNDINGS = POINT_ROUNDINGS.map((value) => ({ value, label: ROUNDING_LABEL[value] }));
/** The first value when somebody lets points expire. */
const A_YEAR = '365';

/** The form of the loyalty settings. It is saved as a whole. */
export function LoyaltyForm({
  current,
  categories,
  nameOf,
}: {
  current: WireSettings;
  categories: ReturnType<typeof useCategories>;
  nameOf: (categoryId: number) => string;
}) {
  const draft = useLoyaltyDraft();
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(loyaltySettingsCommand, LOYALTY_SUBJECT, (outcome, memo) => {
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused' && memo) restoreDraft(memo);
    }
    // A conflict is not shown as a refusal, because the form shows the other person's change.
    if (outcome.kind === 'refused' && outcome.error.code !== 'settings_changed') setRefused(sentenceOf(outcome.error));
  });
  const isSent = command.open !== null;
  const sentHere = useRef(false);
  // The command keeps the sent edits now. Edits in this window stay if another window sent.
  useLayoutEffect(() => {
    if (isSent && sentHere.current) dropDraft();
    if (isSent) sentHere.current = false;
  }, [isSent]);
  const form = formOf(current, isSent ? { edits: command.memo?.edits ?? {}, seen: null, kept: {} } : draft);
  const { fields, problems, settings, changed, conflicts } = form;
  const isEdited = Object.keys(draft.edits).length > 0;
  const mayPress = settings !== null && changed.length > 0 && conflicts.length === 0;

  function change(edits: LoyaltyEdits) {
    setRefused(null);
    edit(current, edits);
  }

  async function save() {
    if (!mayPress || isSent) return;
    setRefused(null);
    sentHere.current = true;
    await command.send({
      title: 'Loyalty settings',
      memo: { edits: draft.edits, seen: { ...current, success: true } },
      body: bodyOf(settings, changed, current.version),
    });
  }

  type Typed = 'earn_points' | 'earn_amount' | 'minimum_amount' | 'redeem_points' | 'redeem_amount';
  const typed = (name: Typed): TextInputProps & { label: string; error?: string | undefined } => ({
    label: FIELD_LABEL[name],
    value: fields[name],
    error: problems[name],
    disabled: isSent,
    inputMode: name.endsWith('amount') ? 'decimal' : 'numeric',
    leading: name.endsWith('amount') ? '$' : undefined,
    onChange: ({ target }) => change({ [name]: target.value }),
  });
  const [one = '', many = ''] = fields.points_label.split(':');

  return (
    <div className="mt-5 grid items-start gap-6 min-[1280px]:grid-cols-[minmax(0,1fr)_20rem]">
      <SaveForm label="Loyalty settings" className="flex max-w-xl flex-col gap-7" onSave={save}>
        <Part title="Earning">
          <div className="field-columns-2 gap-4">
            <TextField {...typed('earn_points')} />
            <TextField {...typed('earn_amount')} />
            <Field label={FIELD_LABEL.rounding}>
              {(control) => (
                <Select
                  id={control.id}
                  className="w-full"
                  disabled={isSent}
                  value={fields.rounding}
                  options={ROUNDINGS}
                  onChange={(rounding) => change({ rounding })}
                />
              )}
            </Field>
            <TextField
              {...typed('minimum_amount')}
              hint={problems.minimum_amount ? undefined : '0.00: every sale earns.'}
            />
          </div>
          <Checkbox
            label="Goods sold below their list price earn points, too"
            checked={fields.earn_on_discounted}
            disabled={isSent}
            onChange={(on) => change({ earn_on_discounted: on })}
          />
        </Part>
        <Part title={FIELD_LABEL.excluded_category_ids} hint="A category takes those below it along.">
          {categories.data ? (
            <CategoryChoice
              label={FIELD_LABEL.excluded_category_ids}
              takesBelow
              categories={categories.data}
              chosen={fields.excluded_category_ids}
              disabled={isSent}
              onChange={(chosen) => change({ excluded_category_ids: chosen.toSorted((a, b) => a - b) })}
            />
          ) : categories.error ? (
            <ErrorPanel
              title="Error Loading Categories"
              error={categories.error}
              onRetry={() => void categories.refetch()}
            />
          ) : (
            <Skeleton className="h-64" />
          )}
        </Part>
        <Part title="Using points">
          <div className="field-columns-2 gap-4">
            <TextField {...typed('redeem_points')} />
            <TextField {...typed('redeem_amount')} />
            <TextField
              label="One is called"
              maxLength={30}
              value={one}
              disabled={isSent}
              error={problems.points_label}
              onChange={({ target }) => change({ points_label: `${target.value.replaceAll(':', '')}:${many}` })}
            />
            <TextField
              label="Several are called"
              maxLength={30}
              value={many}
              disabled={isSent}
              onChange={({ target }) => change({ points_label: `${one}:${target.value.replaceAll(':', '')}` })}
            />
          </div>
        </Part>
        <Part
          title="Expiry"
          hint="Once a day, points that are older than this are taken back, the oldest first. Those that are too old already go on the first day. Each customer's history shows it, and it cannot be undone. Points that were used count as the oldest ones."
        >
          <Checkbox
            label="Points expire"
            checked={fields.expire_after_days !== null}
            disabled={isSent}
            onChange={(on) => change({ expire_after_days: on ? A_YEAR : null })}
          />
          {fields.expire_after_days !== null && (
            <TextField
              label="Days after they were earned"
              inputMode="numeric"
              className="max-w-60"
              value={fields.expire_after_days}
              disabled={isSent}
              error={problems.expire_after_days}
              onChange={({ target }) => change({ expire_after_days: target.value })}
            />
          )}
        </Part>
        {/* Always visible, and so are other people's changes. */}
        <div className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-ground py-3">
          <ChangedMeanwhile
            what="these settings"
            others={form.others}
            conflicts={conflicts}
            labelOf={(name) => FIELD_LABEL[name]}
            say={(name, which) => {
              const of = { seen: form.seen, saved: settingsOf(current), mine: settings }[which];
              return of === null ? 'something that cannot be saved' : valueInWords(name, of, nameOf);
            }}
            onTheirs={(name) => takeTheirs(name, current)}
            onMine={(name) => keepMine(name, current.version)}
          />
          {refused !== null && (
            <p role="alert" className="text-sm text-danger-ink">
              {refused}
            </p>
          )}
          <Checking what="change" command={command.open} />
          <div className="flex items-center justify-end gap-2">
            <p className="grow text-sm text-ink-3">
              It holds for sales from now on. Points that were given are not counted again.
            </p>
            {isEdited && !isSent && (
              <Button variant="ghost" onClick={dropDraft}>
                Discard
              </Button>
            )}
            <Button type="submit" variant="primary" busy={isSent} disabled={!mayPress && !isSent}>
              Save
            </Button>
          </div>
        </div>
      </SaveForm>
      <div className="order-first max-w-xl min-[1280px]:sticky min-[1280px]:top-5 min-[1280px]:order-none">
        <InWords settings={settings ?? settingsOf(current)} nameOf={nameOf} />
      </div>
    </div>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 text-base font-medium">{title}</legend>
      {hint !== undefined && <p className="-mt-2 text-sm text-ink-3">{hint}</p>}
      {children}
    </fieldset>
  );
}
