import { Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { PricingRule } from '#contract/pricing-rules.ts';
import { displayMoney } from '#domain/money.ts';
import { marginAdvice } from '#domain/margin.ts';
import { tierAdvice, tierInWords, unitPriceOf } from '#domain/tier-advice.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { focusWhenDrawn } from '#web/ui/layers/hand-focus.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { SaveForm } from '../form/save-form.tsx';
import { useMargins } from '../edit/margins.tsx';
import { ChangedMeanwhile } from '../edit/changed-meanwhile.tsx';
import { merged } from '../edit/drafts.ts';
import { AddRule } from './add-rule.tsx';
import { changePricingRuleCommand, deletePricingRuleCommand, ruleDrafts, ruleSubject } from './pricing-commands.ts';
import { fieldsOf, NEW_TIER, readTiers, type RuleFields, type TierFields } from './tier-fields.ts';

const COLUMNS =
  'grid grid-cols-[5rem_5rem_minmax(7rem,1fr)_6.5rem_6rem_9rem_2.25rem] gap-2 max-[900px]:grid-cols-[4rem_4rem_minmax(6rem,1fr)_6rem_4.5rem_9rem_2.75rem]';
const HEADS = ['Quantity', 'Unit', 'Label', 'Price', 'For one', 'Draws from the jar'];
const FIELDS = ['min', 'label', 'price', 'draws'] as const;
const LABEL: Record<keyof RuleFields, string> = { name: 'Name', product_type: 'Sells', tiers: 'Tiers' };

function sayTiers(fields: RuleFields): string {
  return fields.tiers.map(({ label, price }) => `${label} $${price}`).join(', ') || 'nothing';
}

/** One rule with its tiers. Changes apply at once, or from an instant on. */
export function RuleForm({ rule, later }: { rule: PricingRule; later: readonly PricingRule[] }) {
  const subject = ruleSubject(rule.id);
  const [refused, setRefused] = useState<string | null>(null);
  const [opened, setOpened] = useState<'schedule' | 'copy' | null>(null);
  const command = useCommand(changePricingRuleCommand, subject, (outcome, memo) => {
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused' && memo) ruleDrafts.restore(subject, memo);
    }
    if (outcome.kind === 'refused' && outcome.error.code !== 'changed_meanwhile') setRefused(sentenceOf(outcome.error));
  });
  const removal = useRemoval(rule.id, setRefused);
  const isSent = command.open !== null;
  const sentHere = useRef(false);
  // The command keeps the sent edits now. Edits in this window stay if another window sent.
  useLayoutEffect(() => {
    if (isSent && sentHere.current) ruleDrafts.drop(subject);
    if (isSent) sentHere.current = false;
  }, [isSent, subject]);

  const draft = ruleDrafts.use(subject);
  const saved = fieldsOf(rule);
  const shown = isSent ? { edits: command.memo?.edits ?? {}, seen: null, kept: {} } : draft;
  const { fields, edited, others, conflicts } = merged(saved, rule.version, shown);
  const read = readTiers(fields.tiers, rule.tiers);
  const isRight = Object.keys(read.problems).length === 0 && fields.tiers.length > 0;
  const margins = useMargins();
  const dearest = margins?.ofRule.get(rule.id);
  const advice = isRight
    ? [
        ...tierAdvice(fields.product_type, read.tiers),
        ...(dearest ? marginAdvice(read.tiers, dearest, margins?.floor ?? null) : []),
      ]
    : [];
  /** True if the tiers on the screen can be used in sales. */
  const maySell = isRight && conflicts.length === 0 && !advice.some(({ kind }) => kind === 'error');
  const maySave = maySell && edited.length > 0 && fields.name.trim() !== '';
  const disabled = isSent;
  const list = useRef<HTMLDivElement>(null);

  function edit(edits: Partial<RuleFields>) {
    setRefused(null);
    ruleDrafts.edit(subject, saved, edits, rule.version);
  }
  const put = (place: number, change: Partial<TierFields>) =>
    edit({ tiers: fields.tiers.map((tier, at) => (at === place ? { ...tier, ...change } : tier)) });

  async function save() {
    if (!maySave || isSent) return;
    setRefused(null);
    sentHere.current = true;
    await command.send({
      title: `Prices of ${rule.name}`,
      memo: { edits: draft.edits, seen: saved },
      params: { id: String(rule.id) },
      body: {
        ...(edited.includes('name') && { name: fields.name.trim() }),
        ...(edited.includes('tiers') && { tiers: read.body }),
        version: rule.version,
      },
    });
  }

  async function remove() {
    const sure = await ask({
      title: `Delete the rule ${rule.name}?`,
      message:
        rule.products === 0
          ? 'It prices no product. It cannot be brought back.'
          : `${rule.products} ${rule.products === 1 ? 'product loses' : 'products lose'} these tiers at once. It cannot be brought back.`,
      confirmLabel: 'Delete',
      tone: 'danger',
    });
    if (!sure) return;
    setRefused(null);
    await removal.send({
      title: `Delete the rule ${rule.name}`,
      memo: null,
      params: { id: String(rule.id) },
      query: { version: String(rule.version) },
    });
  }

  return (
    <>
      <SaveForm
        label={rule.price_class === null ? rule.name : `${rule.name}, ${rule.price_class}`}
        className="rounded-lg border border-line bg-panel p-4"
        onSave={save}
      >
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <h3 className={rule.begins === null ? 'sr-only' : 'text-base font-medium'}>{rule.name}</h3>
          {rule.begins === null && (
            <TextInput
              aria-label={`Name of the rule ${rule.name}`}
              aria-invalid={fields.name.trim() === '' || undefined}
              className="w-56 font-medium"
              maxLength={100}
              disabled={disabled}
              value={fields.name}
              onChange={({ target }) => edit({ name: target.value })}
            />
          )}
          {rule.price_class !== null && <Badge tone="blue">{rule.price_class}</Badge>}
          {rule.begins !== null && <Badge tone="yellow">To come</Badge>}
          <span className="text-sm text-ink-3">
            {rule.product_type} · {rule.products} {rule.products === 1 ? 'product' : 'products'}
          </span>
          <span className="grow" />
          <Button size="sm" variant="ghost" disabled={disabled || !maySell} onClick={() => setOpened('copy')}>
            Copy to a class
          </Button>
          <IconButton
            label={`Delete the rule ${rule.name}`}
            size="sm"
            icon={<Trash2 className="size-4" />}
            disabled={disabled || removal.open !== null}
            onClick={() => void remove()}
          />
        </div>
        <div className="min-[641px]:overflow-x-auto">
          <div
            ref={list}
            role="table"
            aria-label={`Tiers of ${rule.name}`}
            className="phone-table min-w-[36rem] text-sm"
          >
            <div role="row" data-phone-head className={`${COLUMNS} pb-1.5 text-xs font-medium text-ink-3`}>
              {HEADS.map((head) => (
                <span role="columnheader" key={head}>
                  {head}
                </span>
              ))}
              <span role="columnheader" className="sr-only">
                Remove
              </span>
            </div>
            {inPlace(fields.tiers).map(({ place, item: tier }) => {
              const name = tier.label || `tier ${place + 1}`;
              const problemOf = (field: keyof TierFields) => read.problems[`${place}.${field}`];
              const cell = (field: keyof TierFields, label: string, more: object = {}) => (
                <TextInput
                  aria-label={`${label} of ${name}`}
                  aria-invalid={(tier[field] !== '' && problemOf(field) !== undefined) || undefined}
                  maxLength={100}
                  disabled={disabled}
                  value={tier[field]}
                  onChange={({ target }) => put(place, { [field]: target.value })}
                  {...more}
                />
              );
              const one = read.tiers[place];
              const wrong = FIELDS.filter((field) => tier[field] !== '').flatMap((field) => problemOf(field) ?? []);
              return (
                <div role="row" key={place} className={`${COLUMNS} field-row items-center py-1`}>
                  <span role="cell" data-label={HEADS[0]}>
                    {cell('min', 'Quantity', { inputMode: 'decimal' })}
                  </span>
                  <span role="cell" data-label={HEADS[1]}>
                    {cell('unit', 'Unit')}
                  </span>
                  <span role="cell" data-label={HEADS[2]}>
                    {cell('label', 'Label')}
                  </span>
                  <span role="cell" data-label={HEADS[3]}>
                    {cell('price', 'Price', { inputMode: 'decimal', leading: '$' })}
                  </span>
                  <span role="cell" data-label={HEADS[4]} className="text-ink-3 tabular-nums">
                    {one && problemOf('min') === undefined && problemOf('price') === undefined
                      ? displayMoney(unitPriceOf(one))
                      : '–'}
                  </span>
                  <span role="cell" data-label={HEADS[5]} className="flex gap-1">
                    {cell('draws', 'Draws from the jar', {
                      inputMode: 'decimal',
                      placeholder: 'As sold',
                      className: 'w-20',
                    })}
                    {tier.draws !== '' && cell('draws_unit', 'Unit drawn from the jar', { className: 'w-14' })}
                  </span>
                  <span role="cell">
                    <IconButton
                      label={`Remove ${name}`}
                      icon={<Trash2 className="size-4" />}
                      disabled={disabled}
                      onClick={() => edit({ tiers: fields.tiers.filter((_, at) => at !== place) })}
                    />
                  </span>
                  {wrong.length > 0 && (
                    <p role="cell" className="col-span-full text-sm text-danger-ink">
                      {wrong.join(' ')}
                    </p>
                  )}
                </div>
              );
            })}
          </div>
        </div>
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden className="size-3.5" />}
          disabled={disabled || fields.tiers.length >= 50}
          onClick={() => {
            edit({ tiers: [...fields.tiers, { ...NEW_TIER, unit: fields.tiers.at(-1)?.unit ?? 'g' }] });
            focusWhenDrawn(() => list.current?.lastElementChild?.querySelector('input'));
          }}
        >
          Add tier
        </Button>
        {isRight && <p className="mt-2 text-sm text-ink-2">{read.tiers.map(tierInWords).join('; ')}.</p>}
        {advice.length > 0 && (
          <ul aria-label="Look again" className="mt-2 flex flex-col gap-1 text-sm">
            {advice.map(({ kind, sentence }) => (
              <li
                key={sentence}
                className={kind === 'error' ? 'flex gap-1.5 text-danger-ink' : 'flex gap-1.5 text-ink-2'}
              >
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {sentence}
              </li>
            ))}
          </ul>
        )}
        {later.map((one) => (
          <Later key={one.id} rule={one} />
        ))}
        <div className="mt-3 flex flex-col gap-3">
          <ChangedMeanwhile
            what="this rule"
            others={others}
            conflicts={conflicts}
            labelOf={(name) => LABEL[name]}
            say={(name, which) => {
              const of = { seen: draft.seen ?? saved, saved, mine: fields }[which];
              return name === 'tiers' ? sayTiers(of) : of[name];
            }}
            onTheirs={(name) => ruleDrafts.takeTheirs(subject, name, saved)}
            onMine={(name) => ruleDrafts.keepMine(subject, name, rule.version)}
          />
          {refused !== null && (
            <p role="alert" className="text-sm text-danger-ink">
              {refused}
            </p>
          )}
          <Checking what="change" command={command.open} />
          <Checking what="deletion" command={removal.open} />
          {(edited.length > 0 || isSent) && (
            <div className="flex justify-end gap-2 max-[640px]:flex-wrap">
              {!isSent && (
                <Button variant="ghost" onClick={() => ruleDrafts.drop(subject)}>
                  Discard
                </Button>
              )}
              {rule.begins === null && (
                <Button disabled={!maySave || isSent || edited.includes('name')} onClick={() => setOpened('schedule')}>
                  Save for later...
                </Button>
              )}
              <Button type="submit" variant="primary" busy={isSent} disabled={!maySave && !isSent}>
                {rule.begins === null ? 'Save now' : 'Save'}
              </Button>
            </div>
          )}
        </div>
      </SaveForm>
      {/* Outside the form: a submit event in a dialog would reach a surrounding form, even through the portal. */}
      {opened !== null && (
        <AddRule
          like={{ rule, tiers: read.body, read: read.tiers, at: opened }}
          blueprint={{ id: rule.blueprint_id, name: '' }}
          onClose={(done) => {
            if (done && opened === 'schedule') ruleDrafts.drop(subject);
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

function useRemoval(id: number, onRefused: (sentence: string) => void) {
  return useCommand(deletePricingRuleCommand, ruleSubject(id), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') onRefused(sentenceOf(outcome.error));
  });
}

/** A planned change, in words. */
function Later({ rule }: { rule: PricingRule }) {
  const { time_zone: timeZone } = useUser();
  const [refused, setRefused] = useState<string | null>(null);
  const removal = useRemoval(rule.id, setRefused);
  const { tiers } = readTiers(fieldsOf(rule).tiers, rule.tiers);
  return (
    <div className="mt-3 flex flex-col gap-2">
      <div className="flex items-start gap-3 rounded-md bg-yellow-soft px-3 py-2 text-sm">
        <p className="grow">
          <span className="font-medium">From {displayInstant(rule.begins ?? '', timeZone)}:</span>{' '}
          {tiers.map(tierInWords).join('; ')}.
        </p>
        <Button
          size="sm"
          busy={removal.open !== null}
          onClick={() => {
            setRefused(null);
            void removal.send({
              title: `Change of ${rule.name}`,
              memo: null,
              params: { id: String(rule.id) },
              query: { version: String(rule.version) },
            });
          }}
        >
          Call off
        </Button>
      </div>
      {refused !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="change" command={removal.open} />
    </div>
  );
}
