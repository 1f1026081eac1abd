import { CameraOff } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { type CameraProblem, useCamera } from './camera.ts';
import { TrustLink } from './trust-link.tsx';

/** Problems of the camera, and what to do. The line below them says that the handheld scanner works in each case. */
const PROBLEMS: Record<CameraProblem, { title: string; hint: string }> = {
  insecure: {
    title: 'The camera needs HTTPS',
    hint: 'This page came over plain HTTP, and browsers give such pages no camera. Open the shop by its https address; an administrator switches it on with TLS=auto.',
  },
  'not-allowed': {
    title: 'The camera is not allowed',
    hint: 'Allow the camera for this page in the browser’s settings, then try again.',
  },
  none: { title: 'No camera was found', hint: 'Connect one, then try again.' },
  busy: { title: 'The camera did not start', hint: 'Another program may be using it. Close that, then try again.' },
  reader: {
    title: 'The card reader could not be started',
    hint: 'Check the connection to the server, then try again.',
  },
};

/** A device that does not trust the certificate of the shop gets no camera in some browsers. */
const MAY_BE_TRUST: ReadonlySet<CameraProblem> = new Set(['insecure', 'not-allowed']);

/** The camera with a guide to hold the card by. */
export function CameraView({ onText }: { onText: (raw: string) => void }) {
  const [attempt, setAttempt] = useState(0);
  const { state, video } = useCamera(attempt, onText);
  const { trust_path: trustPath } = useMe();
  return (
    <div className="relative aspect-video overflow-hidden rounded-md bg-neutral-soft">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className={cx('size-full object-cover', state !== 'running' && 'invisible')}
      />
      {state === 'running' && <Guide />}
      {state === 'starting' && (
        <p role="status" className="absolute inset-0 grid place-items-center text-sm text-ink-2">
          Starting the camera...
        </p>
      )}
      {typeof state === 'object' && (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-1 px-6 text-center text-balance"
        >
          <CameraOff aria-hidden className="size-6 text-ink-3" />
          <p className="text-base font-semibold">{PROBLEMS[state.problem].title}</p>
          <p className="text-sm text-ink-2">{PROBLEMS[state.problem].hint}</p>
          {trustPath != null && MAY_BE_TRUST.has(state.problem) && (
            <p className="mt-2">
              <TrustLink path={trustPath} />
            </p>
          )}
          {state.problem !== 'insecure' && (
            <Button size="touch" className="mt-2" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A frame in the shape of the code with a level line: codes that are not level are hard to read. */
function Guide() {
  return (
    <div aria-hidden className="absolute inset-0 grid place-items-center">
      <div className="relative h-[42%] w-[86%] rounded-md border-2 border-accent">
        <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-accent" />
      </div>
    </div>
  );
}
