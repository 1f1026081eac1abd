import { useId, useRef, useState } from 'react';
import type { createPricingRuleRoute, PricingRule } from '#contract/pricing-rules.ts';
import type { BodySent } from '#contract/route.ts';
import { marginAdvice } from '#domain/margin.ts';
import type { PricingTier } from '#domain/pricing-tiers.ts';
import { tierAdvice } from '#domain/tier-advice.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { fromWallTime } from '#web/ui/wall-time.ts';
import { dearestOf, useMargins } from '../edit/margins.tsx';
import { addPricingRuleCommand } from './pricing-commands.ts';
import { NEW_TIER, readTiers, type TierFields } from './tier-fields.ts';

type Tiers = BodySent<typeof createPricingRuleRoute>['tiers'];

interface AddRuleProps {
  readonly blueprint: { readonly id: number; readonly name: string };
  /** An existing rule to change later or to copy, with the tiers of the new one; null for an independent rule. */
  readonly like: {
    readonly rule: PricingRule;
    readonly tiers: Tiers;
    readonly read: readonly PricingTier[];
    readonly at: 'schedule' | 'copy';
  } | null;
  readonly onClose: (done: boolean) => void;
}

const TITLE = { schedule: 'Save for later', copy: 'Copy to a class', own: 'Add rule' };
/** It has no price yet, because a new rule applies to sales at once. */
const FIRST_TIER: TierFields = { ...NEW_TIER, min: '1', label: '1 g' };

/** Adds a rule: an independent one, a copy for another class, or the later state of an existing rule. */
export function AddRule({ blueprint, like, onClose }: AddRuleProps) {
  const { time_zone: timeZone } = useUser();
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(like?.rule.name ?? '');
  const [type, setType] = useState(like?.rule.product_type ?? 'flower');
  const [priceClass, setPriceClass] = useState(like?.at === 'schedule' ? (like.rule.price_class ?? '') : '');
  const [wall, setWall] = useState('');
  const [typed, setTyped] = useState(FIRST_TIER);
  const [refused, setRefused] = useState<string | null>(null);
  // Each kind of addition has a subject of its own, so that the outcome of another one says nothing about this form.
  const subject = like === null ? `rule of blueprint ${blueprint.id}` : `${like.at} of pricing rule ${like.rule.id}`;
  const command = useCommand(addPricingRuleCommand, subject, (outcome, _, here) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'done' || (outcome.kind === 'elsewhere' && outcome.state === 'done')) {
      // Another window sent this, so the text typed here is not part of it.
      if (here) onClose(true);
    } else if (outcome.kind !== 'elsewhere') setRefused(sentenceOf(outcome.error));
  });
  const isSent = command.open !== null;
  const begins = like?.at === 'schedule' ? fromWallTime(wall, timeZone) : null;
  const first = readTiers([typed], []);
  const hasTiers = like !== null || typed.price !== '';
  const margins = useMargins();
  const dearest = margins && dearestOf(margins, blueprint.id, priceClass.trim());
  const advice = [
    ...(like === null && hasTiers ? tierAdvice(type, first.tiers) : []),
    ...(dearest && hasTiers ? marginAdvice(like?.read ?? first.tiers, dearest, margins.floor) : []),
  ];
  const problemOf = (field: keyof TierFields) =>
    typed[field] === '' || like !== null ? undefined : first.problems[`0.${field}`];
  const maySell = Object.keys(first.problems).length === 0 && !advice.some(({ kind }) => kind === 'error');
  const mayAdd =
    name.trim() !== '' &&
    type.trim() !== '' &&
    (like !== null || maySell) &&
    (like?.at !== 'schedule' || begins !== null) &&
    (like?.at !== 'copy' || priceClass.trim() !== '');

  async function add() {
    if (!mayAdd || isSent) return;
    setRefused(null);
    await command.send({
      title: like?.at === 'schedule' ? `Later prices of ${name}` : `Rule ${name}`,
      memo: null,
      body: {
        blueprint_id: blueprint.id,
        name: name.trim(),
        product_type: type.trim(),
        price_class: priceClass.trim() === '' ? null : priceClass.trim(),
        begins,
        tiers: like?.tiers ?? first.body,
      },
    });
  }

  const tierField = (field: keyof TierFields, label: string, more: object = {}) => (
    <TextField
      label={label}
      maxLength={100}
      disabled={isSent}
      value={typed[field]}
      error={problemOf(field)}
      onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
      {...more}
    />
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={TITLE[like?.at ?? 'own']}
      description={
        like?.at === 'schedule'
          ? 'Tills, screens and labels follow at that moment by themselves.'
          : 'It prices the products of the blueprint that have its price class.'
      }
      size="sm"
      initialFocus={firstField}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSent} disabled={!mayAdd && !isSent}>
            {like?.at === 'schedule' ? 'Save for later' : 'Add rule'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        {like?.at === 'schedule' ? (
          <TextField
            ref={firstField}
            label="From"
            type="datetime-local"
            disabled={isSent}
            value={wall}
            onChange={({ target }) => setWall(target.value)}
          />
        ) : (
          <>
            {like === null && (
              <>
                <TextField
                  ref={firstField}
                  label="Name"
                  maxLength={100}
                  disabled={isSent}
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                />
                <TextField
                  label="What the tiers sell"
                  hint="Such as flower, concentrate or preroll. Pre-rolls draw on the jar of their flower."
                  maxLength={100}
                  disabled={isSent}
                  value={type}
                  onChange={({ target }) => setType(target.value)}
                />
              </>
            )}
            <TextField
              ref={like === null ? undefined : firstField}
              label="Price class"
              hint={like === null ? 'Empty: it prices every product of the blueprint.' : undefined}
              maxLength={100}
              disabled={isSent}
              value={priceClass}
              onChange={({ target }) => setPriceClass(target.value)}
            />
          </>
        )}
        {like === null && (
          <fieldset className="field-columns-2 items-start gap-4">
            <legend className="mb-3 text-base font-medium">First tier</legend>
            {tierField('min', 'Quantity', { inputMode: 'decimal' })}
            {tierField('unit', 'Unit')}
            {tierField('label', 'Label')}
            {tierField('price', 'Price', { inputMode: 'decimal', leading: '$' })}
            {tierField('draws', 'Draws from the jar', { inputMode: 'decimal', placeholder: 'As sold' })}
            {typed.draws !== '' && tierField('draws_unit', 'Unit drawn from the jar')}
          </fieldset>
        )}
        {advice.length > 0 && (
          <ul aria-label="Look again" className="flex flex-col gap-1 text-sm">
            {advice.map(({ kind, sentence }) => (
              <li key={sentence} className={kind === 'error' ? 'text-danger-ink' : 'text-ink-2'}>
                {sentence}
              </li>
            ))}
          </ul>
        )}
        {refused !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {refused}
          </p>
        )}
        <Checking what="rule" command={command.open} />
      </form>
    </Dialog>
  );
}
