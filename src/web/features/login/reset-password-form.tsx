import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { resetPasswordRoute } from '#contract/password-reset.ts';
import { isLongEnough, MIN_PASSWORD_LENGTH } from '#domain/sign-in-name.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';

const UNKNOWN = 'It is not known whether your password was set. Press again to find out.';
/** The link worked a moment ago, and it works only once. */
const PROBABLY_SET =
  'This link no longer works. Your first try has most likely set your password: try it before you ask for another link.';

type Mistake = { field: 'password' | 'again'; sentence: string } | null;

/** Asks for the password twice. A password is never stored, so after a lost answer the person presses again. */
export function ResetPasswordForm({
  token,
  onDone,
  onEnded,
}: {
  token: string;
  onDone: () => void;
  /** Called when the link is no longer valid. */
  onEnded: (sentence: string) => void;
}) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<Mistake>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [mayBeSet, setMayBeSet] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);

  useEffect(() => focusAtOnce(first.current), []);

  function refuse(field: 'password' | 'again', sentence: string) {
    setMistake({ field, sentence });
    (field === 'password' ? first : second).current?.focus();
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (busy) return;
    setMistake(null);
    setFailure(null);
    if (!isLongEnough(password)) return refuse('password', `Use at least ${MIN_PASSWORD_LENGTH} characters.`);
    if (again !== password) return refuse('again', 'The passwords do not match.');
    setBusy(true);
    try {
      await call(resetPasswordRoute, { body: { token, password } });
      onDone();
    } catch (error) {
      setBusy(false);
      if (isCallError(error, 'reset_link_not_valid')) return onEnded(mayBeSet ? PROBABLY_SET : sentenceOf(error));
      const isUnknown = isCallError(error) && error.ambiguous;
      if (isUnknown) setMayBeSet(true);
      if (isCallError(error) && error.details['field'] === 'password') return refuse('password', sentenceOf(error));
      setFailure(isUnknown ? `${sentenceOf(error)} ${UNKNOWN}` : sentenceOf(error));
    }
  }

  const type = shown ? 'text' : 'password';
  return (
    <form
      aria-label="New password"
      onSubmit={(event) => void submit(event)}
      className="mt-7 flex flex-col gap-4"
      noValidate
    >
      <TextField
        ref={first}
        label="New password"
        size="touch"
        type={type}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; a few words are easy to remember.`}
        error={mistake?.field === 'password' ? mistake.sentence : undefined}
        trailing={
          <IconButton
            label={shown ? 'Hide passwords' : 'Show passwords'}
            aria-pressed={shown}
            icon={shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <TextField
        ref={second}
        label="Repeat the new password"
        size="touch"
        type={type}
        value={again}
        onChange={({ target }) => setAgain(target.value)}
        autoComplete="new-password"
        error={mistake?.field === 'again' ? mistake.sentence : undefined}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
        Set password
      </Button>
      <div role="alert" className="min-h-10">
        {failure !== null && (
          <p className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger-ink">
            <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
            <span>{failure}</span>
          </p>
        )}
      </div>
    </form>
  );
}
