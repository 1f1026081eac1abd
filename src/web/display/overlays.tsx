import { useEffect, useState } from 'react';
import type { DisplayAddress } from './address.ts';
import { useDisplay } from './store.ts';
import { asOf } from './wall-clock.ts';

/** A menu that the server has not confirmed for so long says its time. */
const OLD_MS = 60_000;
const NOTICE_MS = 20_000;

export function AsOf({ now, timeZone }: { now: number; timeZone: string }) {
  const { freshMs } = useDisplay();
  if (freshMs === null || now - freshMs <= OLD_MS) return null;
  return <p className="display-as-of">as of {asOf(freshMs, now, timeZone)}</p>;
}

/** Which of the screens of a shop it is. */
export function Identify({ ownMs, number, name }: { ownMs: number; number: number | null; name: string }) {
  const { identifyUntilMs } = useDisplay();
  if (ownMs >= identifyUntilMs) return null;
  return (
    <div className="display-identify" role="status">
      {number !== null && <p className="display-number">{number}</p>}
      <p className={number === null ? 'display-number-less' : undefined}>{name}</p>
    </div>
  );
}

/** What plain http takes from a screen, in a sentence; null where nothing is missing. */
function missingSentence(): string | null {
  if (isSecureContext) return null;
  return 'This screen is opened over plain http. It keeps the last menu, but it cannot start without the server and the set may fall asleep. docs/https.md says how to serve https in the shop.';
}

/** Said for a while after the start: what of the address cannot be used, and what plain http takes. */
export function Notices({ address: { problems } }: { address: DisplayAddress }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsOver(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  const missing = missingSentence();
  const sentences = [...problems, ...(missing === null ? [] : [missing])];
  if (isOver || sentences.length === 0) return null;
  return (
    <div className="display-notices" role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

export function Message({ title, hint }: { title: string; hint: string | null }) {
  return (
    <main className="display-message">
      <h1>{title}</h1>
      {hint !== null && <p>{hint}</p>}
    </main>
  );
}
