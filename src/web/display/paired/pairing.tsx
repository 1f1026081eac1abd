import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { PAGES } from '#contract/pages.ts';
import { beginPairingRoute, claimPairingRoute } from '#contract/tv.ts';
import { call, CallFailed } from '../call.ts';
import { markPaired } from './paired.ts';

const ASK_MS = 3000;
const AGAIN_MS = 10_000;
/** White around a code, which readers need: ISO/IEC 18004. */
const QUIET_MODULES = 4;
const KEPT = 'menu-display:claim';

interface Code {
  readonly code: string;
  readonly claim: string;
  readonly expires_at: string;
}

/** Kept through a reload, so that a code that somebody is typing remains valid. */
function keptCode(): Code | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Code | null;
    return kept !== null && typeof kept.code === 'string' && typeof kept.claim === 'string' ? kept : null;
  } catch {
    return null;
  }
}

function keepCode(code: Code | null): void {
  try {
    if (code === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(code));
  } catch {
    // Without storage, a reload shows another code.
  }
}

/** Shows a code until somebody has entered it, and a new one when it has expired. */
function usePairing(onPaired: () => void): { code: string | null; trouble: string | null } {
  const [code, setCode] = useState<Code | null>(keptCode);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    let stopped = false;
    let timer = 0;
    async function step(): Promise<number> {
      if (code === null) {
        const { data } = await call(beginPairingRoute, { body: {} });
        keepCode(data);
        if (!stopped) setCode(data);
        return ASK_MS;
      }
      const { data } = await call(claimPairingRoute, { body: { claim: code.claim } });
      if (!data.paired || stopped) return ASK_MS;
      keepCode(null);
      markPaired(true);
      onPaired();
      return AGAIN_MS;
    }
    async function run(): Promise<void> {
      let wait = AGAIN_MS;
      try {
        wait = await step();
        if (!stopped) setTrouble(null);
      } catch (error) {
        if (stopped) return;
        // The code has expired, so the server no longer knows it.
        if (error instanceof CallFailed && error.status === 404 && code !== null) {
          keepCode(null);
          setCode(null);
          return;
        }
        setTrouble(error instanceof Error ? error.message : String(error));
      }
      if (!stopped) timer = window.setTimeout(() => void run(), wait);
    }
    void run();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [code, onPaired]);
  return { code: code?.code ?? null, trouble };
}

function QrCode({ address }: { address: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_MODULES });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="display-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${address}`}>
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" shapeRendering="crispEdges" d={dark.join('')} />
    </svg>
  );
}

/** The page of a screen that belongs to no location yet. */
export function Pairing({ onPaired }: { onPaired: () => void }) {
  const { code, trouble } = usePairing(onPaired);
  return (
    <main className="display-message">
      <h1>Pair this screen</h1>
      {code === null ? (
        <p>{trouble === null ? 'Asking for a code ...' : 'The server does not answer. Trying again.'}</p>
      ) : (
        <>
          <p>Enter this code in the TV Control Panel. The QR code opens it on a phone that is signed in.</p>
          <p className="display-code" aria-label={`Code ${code.split('').join(' ')}`}>
            {code.slice(0, 3)}
            <span className="display-code-gap" />
            {code.slice(3)}
          </p>
          <QrCode address={`${window.location.origin}${PAGES.workspace}?view=menu&pair=${code}`} />
          <p className="display-small">
            {trouble === null
              ? 'The code is good for 10 minutes and works once.'
              : 'The server does not answer. Trying again.'}
          </p>
        </>
      )}
    </main>
  );
}
