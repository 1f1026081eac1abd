/** The server notes when a session was seen to the minute. */
const AWAY_MS = 60_000;

let usedAt = Date.now();

if (typeof window !== 'undefined') {
  const used = () => (usedAt = Date.now());
  for (const type of ['pointerdown', 'keydown', 'wheel', 'click', 'input'])
    window.addEventListener(type, used, { capture: true, passive: true });
}

/** Nobody has used this page for a minute, so what it asks it asks by itself. Rule: sign-in/sessions. */
export function isUnattended(): boolean {
  // A clock that was set back counts as a long time.
  return Math.abs(Date.now() - usedAt) > AWAY_MS;
}
