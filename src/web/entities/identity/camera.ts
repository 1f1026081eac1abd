import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { reportError } from '#web/api/reports/error-reports.ts';
import { readFrames } from './frame-reader.ts';

export type CameraProblem = 'insecure' | 'not-allowed' | 'none' | 'busy' | 'reader';

export type CameraState = 'starting' | 'running' | { readonly problem: CameraProblem };

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'not-allowed';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

/**
 * Shows the camera in `video` for as long as it is mounted, and reads the codes before it.
 * @param attempt another number tries again
 */
export function useCamera(
  attempt: number,
  onText: (raw: string) => void,
): { state: CameraState; video: RefObject<HTMLVideoElement | null> } {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const told = useEffectEvent(onText);
  useEffect(() => {
    let stopped = false;
    const stops: (() => void)[] = [];
    const stop = () => {
      stopped = true;
      for (const end of stops.splice(0)) end();
    };

    async function start(): Promise<void> {
      // Its type says that it always exists, but browsers leave it out on pages over plain http.
      if (!window.isSecureContext || !('mediaDevices' in navigator)) return setState({ problem: 'insecure' });
      setState('starting');
      // A narrow bar of the code has to be two pixels wide.
      const wanted = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };
      const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
      stops.push(() => stream.getTracks().forEach((track) => track.stop()));
      const shown = video.current;
      if (stopped || !shown) return stop();
      shown.srcObject = stream;
      await shown.play();
      if (stopped) return;
      setState('running');
      const failed = (reason: string) => {
        stop();
        setState({ problem: 'reader' });
        reportError(new Error(reason), { context: 'The reader of cards' });
      };
      stops.push(readFrames(shown, told, failed));
    }

    start().catch((error: unknown) => {
      if (stopped) return;
      stop();
      setState({ problem: problemOf(error) });
    });
    return stop;
  }, [attempt]);
  return { state, video };
}
