import { useState } from 'react';
import { changePasswordRoute } from '#contract/auth.ts';
import { isLongEnough, MIN_PASSWORD_LENGTH } from '#domain/sign-in-name.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';

/** A password is never stored, so this write cannot be repeated by itself. */
const UNKNOWN =
  'It is not known whether your password was changed. Save again: if the current password is then refused, the new one is set.';

type Mistake = { field: 'current' | 'next'; sentence: string } | null;

/** Changes one's own password. The form is collapsed at first, because most people open Settings for something else. */
export function ChangePassword({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [mistake, setMistake] = useState<Mistake>(null);
  const [busy, setBusy] = useState(false);

  function close() {
    setOpen(false);
    setCurrent('');
    setNext('');
    setMistake(null);
  }

  async function save() {
    if (!isLongEnough(next)) {
      setMistake({ field: 'next', sentence: `Use at least ${MIN_PASSWORD_LENGTH} characters.` });
      return;
    }
    setBusy(true);
    try {
      await call(changePasswordRoute, { body: { current_password: current, new_password: next } });
      close();
      toast.success('Password changed. Your other sessions were signed out, and a PIN has to be set anew.');
    } catch (error) {
      const isCurrent = isCallError(error) && (error.code === 'wrong_password' || error.status === 429);
      const isUnknown = isCallError(error) && error.ambiguous;
      const sentence = sentenceOf(error);
      setMistake({ field: isCurrent ? 'current' : 'next', sentence: isUnknown ? `${sentence} ${UNKNOWN}` : sentence });
    } finally {
      setBusy(false);
      fetchAgain('staff');
    }
  }

  if (!open) {
    return (
      <section className="flex items-center justify-between gap-4">
        <h3 className="text-base font-medium">Password</h3>
        <Button onClick={() => setOpen(true)}>Change password</Button>
      </section>
    );
  }
  return (
    <section>
      <h3 className="mb-3 text-base font-medium">Password</h3>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          ref={focusAtOnce}
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={mistake?.field === 'current' ? mistake.sentence : undefined}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters; a few words are easy to remember.`}
          value={next}
          onChange={(event) => setNext(event.target.value)}
          error={mistake?.field === 'next' ? mistake.sentence : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={current === '' || next === ''}>
            Save password
          </Button>
        </div>
      </form>
    </section>
  );
}
