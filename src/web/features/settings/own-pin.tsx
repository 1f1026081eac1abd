import { useState } from 'react';
import { setPinRoute } from '#contract/pins.ts';
import { isGoodPin, PIN_SENTENCE } from '#domain/pin.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { usePeopleWithPin } from './people-query.ts';
import { PinField } from './pin-field.tsx';

type Mistake = { field: 'password' | 'pin'; sentence: string } | null;

/** One's own PIN for taking over a till. Rule: sign-in/pins. */
export function OwnPin() {
  const people = usePeopleWithPin();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [pin, setPin] = useState('');
  const [mistake, setMistake] = useState<Mistake>(null);
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null);
  const hasPin = people.data?.has_pin === true;

  function close(): void {
    setOpen(false);
    setPassword('');
    setPin('');
    setMistake(null);
  }

  async function save(next: string | null): Promise<void> {
    if (next !== null && !isGoodPin(next)) return setMistake({ field: 'pin', sentence: PIN_SENTENCE });
    setBusy(next === null ? 'remove' : 'save');
    setMistake(null);
    try {
      await call(setPinRoute, { body: { current_password: password, pin: next } });
      close();
      toast.success(next === null ? 'PIN removed' : 'PIN set');
    } catch (error) {
      const isPassword = isCallError(error) && (error.code === 'wrong_password' || error.status === 429);
      const isUnknown = isCallError(error) && error.ambiguous;
      const more = isUnknown ? ' It is not known whether this was saved: save again.' : '';
      setMistake({ field: isPassword ? 'password' : 'pin', sentence: `${sentenceOf(error)}${more}` });
    } finally {
      setBusy(null);
      fetchAgain('staff');
    }
  }

  return (
    <section>
      <div className="flex items-center justify-between gap-4">
        <div>
          <h3 className="text-base font-medium">PIN</h3>
          <p className="text-sm text-ink-3">To take over a till with six digits.</p>
        </div>
        {!open && <Button onClick={() => setOpen(true)}>{hasPin ? 'Change PIN' : 'Set a PIN'}</Button>}
      </div>
      {open && (
        <form
          className="mt-3 flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (busy === null) void save(pin);
          }}
        >
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            ref={focusAtOnce}
            value={password}
            error={mistake?.field === 'password' ? mistake.sentence : undefined}
            onChange={({ target }) => setPassword(target.value)}
          />
          <PinField
            label="New PIN"
            hint={PIN_SENTENCE}
            value={pin}
            error={mistake?.field === 'pin' ? mistake.sentence : undefined}
            onChange={setPin}
          />
          <div className="flex justify-end gap-2">
            {hasPin && (
              <Button
                variant="ghost"
                className="mr-auto"
                busy={busy === 'remove'}
                disabled={password === ''}
                onClick={() => void save(null)}
              >
                Remove PIN
              </Button>
            )}
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy === 'save'} disabled={password === '' || pin === ''}>
              Save PIN
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
