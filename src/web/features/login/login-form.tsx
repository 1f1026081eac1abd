import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import type { SignIn } from './use-sign-in.ts';

export function LoginForm({ signIn: { busy, problem, waitS, submit } }: { signIn: SignIn }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [missing, setMissing] = useState(false);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => focusAtOnce(usernameInput.current), []);

  // Selects a refused password, so that typing replaces it.
  useEffect(() => {
    if (problem) passwordInput.current?.select();
  }, [problem]);

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const seconds = waitS(username);
  const failure = seconds > 0 ? 'Too many tries.' : (problem ?? (missing && 'Type your username and your password.'));

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    setMissing(!username.trim() || !password);
    if (!username.trim()) return usernameInput.current?.focus();
    if (!password) return passwordInput.current?.focus();
    void submit(username, password);
  }

  return (
    <form onSubmit={onSubmit} className="mt-7 flex flex-col gap-4" noValidate>
      <TextField
        ref={usernameInput}
        label="Username"
        size="touch"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
      />
      <TextField
        ref={passwordInput}
        label="Password"
        size="touch"
        type={shown ? 'text' : 'password'}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        name="password"
        autoComplete="current-password"
        hint={capsLock ? 'Caps Lock is on.' : undefined}
        trailing={
          <IconButton
            label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            icon={shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} disabled={seconds > 0} className="mt-1">
        Sign in
      </Button>
      {/* The space is reserved, so that the form does not move when an error appears. */}
      <div role="alert" className="min-h-10">
        {failure && (
          <p className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger-ink">
            <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
            <span>
              {failure}
              {/* Hidden from screen readers, which would read it out each second. */}
              {seconds > 0 && <span aria-hidden> You can try again in {seconds} s.</span>}
            </span>
          </p>
        )}
      </div>
    </form>
  );
}
