import { useEffect, useState } from 'react';
import type { DisplayAddress } from '../address.ts';
import { useDisplay } from '../store.ts';

const NOTICE_MS = 20_000;

/** The number of this screen among those of the shop. */
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

/** A sentence about the features that a screen lacks on plain http; null if none is missing. */
function missingSentence(): string | null {
  if (isSecureContext) return null;
  return 'This screen is opened over plain http. It keeps the last menu, but it cannot start without the server and the set may fall asleep. docs/https.md says how to serve https in the shop.';
}

/** Notices that are shown for a while after the start: faults of the address, and features that plain http lacks. */
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
