import { type RefObject, type SyntheticEvent, useState } from 'react';
import { createApiKeyRoute } from '#contract/api-keys.ts';
import { KEY_ACCESS, type KeyScope } from '#domain/api-key.ts';
import { call } from '#web/api/call/call.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { rememberOwner } from '#web/api/session/per-owner.ts';
import { useMe } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopiedText } from '#web/ui/controls/copied-text.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { ACCESS_LABEL, AREA_LABEL, AREAS } from './key-words.ts';

const NO_SCOPE: KeyScope = { products: 'none', customers: 'none', orders: 'none', taxes: 'none' };

export interface TypedKey {
  readonly name: string;
  readonly location: string;
  readonly everywhere: boolean;
  readonly scope: KeyScope;
}
export const NO_KEY: TypedKey = { name: '', location: '', everywhere: false, scope: NO_SCOPE };

export interface Told {
  readonly name: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

function refusalSentence(error: unknown): string {
  return isCallError(error) && error.ambiguous
    ? `The answer was lost. If a key of this name is in the list, revoke it: nobody knows its secret. Then make another. ${sentenceOf(error)}`
    : sentenceOf(error);
}

/**
 * Makes a key. Its answer holds the secret, so it is not stored in the browser like the answers to commands.
 */
export function NewKey({
  typed,
  onType,
  nameRef,
  onMade,
}: {
  typed: TypedKey;
  onType: (typed: TypedKey) => void;
  nameRef: RefObject<HTMLInputElement | null>;
  onMade: (told: Told) => void;
}) {
  const { locations, user } = useMe();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { name, everywhere, scope } = typed;
  const location = typed.location || String(user.location_id ?? locations[0]?.id ?? '');
  const mayPress = name.trim() !== '' && location !== '' && AREAS.some((area) => scope[area] !== 'none');
  const change = (part: Partial<TypedKey>) => {
    setFailed(null);
    onType({ ...typed, ...part });
  };

  async function make(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!mayPress || busy) return;
    const isSamePerson = rememberOwner();
    setBusy(true);
    setFailed(null);
    try {
      const body = { name: name.trim(), location_id: Number(location), all_locations: everywhere, scope };
      const made = await call(createApiKeyRoute, { body });
      fetchAgain('machine');
      if (!isSamePerson()) return;
      onMade({ name: made.data.name, consumerKey: made.consumer_key, consumerSecret: made.consumer_secret });
    } catch (error) {
      fetchAgain('machine');
      setFailed(refusalSentence(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      aria-label="New API key"
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => void make(event)}
    >
      <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
        <TextField
          label="Name"
          ref={nameRef}
          maxLength={100}
          value={name}
          disabled={busy}
          hint="The program that will use it. The audit trail names it so."
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field label="Location" hint="It sees the orders of this location.">
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={busy}
              value={location}
              options={locations.map(({ id, name: label }) => ({ value: String(id), label }))}
              onChange={(next) => change({ location: next })}
            />
          )}
        </Field>
      </div>
      <Checkbox
        label="Orders of every location"
        checked={everywhere}
        disabled={busy}
        onChange={(next) => change({ everywhere: next })}
      />
      <div className="flex flex-col divide-y divide-line border-y border-line">
        {AREAS.map((area) => (
          <div key={area} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="text-sm">{AREA_LABEL[area]}</span>
            <ToggleGroup
              label={AREA_LABEL[area]}
              size="sm"
              value={scope[area]}
              options={KEY_ACCESS.map((value) => ({ value, label: ACCESS_LABEL[value], disabled: busy }))}
              onChange={(access) => change({ scope: { ...scope, [area]: access } })}
            />
          </div>
        ))}
      </div>
      {failed !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {failed}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy} disabled={!mayPress && !busy}>
          Make the key
        </Button>
      </div>
    </form>
  );
}

/** Shows the secret, this one time only. */
export function ToldKey({ told: { consumerKey, consumerSecret }, onClose }: { told: Told; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <p role="status" className="text-sm text-ink-2">
        Copy both into the program now. The secret is not shown again; if it gets lost, revoke the key and make another.
      </p>
      <Secret label="Consumer key">{consumerKey}</Secret>
      <Secret label="Consumer secret">{consumerSecret}</Secret>
      <p className="text-sm text-ink-3">
        The program reaches the shop at{' '}
        <span className="break-all select-text">{`${window.location.origin}/wp-json/wc/v3`}</span>, as it would reach a
        WooCommerce shop.
      </p>
      <div className="flex justify-end">
        <Button ref={focusAtOnce} variant="primary" onClick={onClose}>
          I have copied both
        </Button>
      </div>
    </div>
  );
}

function Secret({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium text-ink-2">{label}</p>
      <CopiedText what={label.toLowerCase()} text={children} />
    </div>
  );
}
