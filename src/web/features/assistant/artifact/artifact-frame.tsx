import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FRAME_PATH, type FrameKind, type FrameRows } from '#contract/artifact-frame.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { useShownTheme } from '../shown-theme.ts';
import { type FrameChannel, openFrameChannel, STARTS_WITHIN_MS } from './frame-channel.ts';

const PICTURE_WITHIN_MS = 3000;
/** A page that was to be left stays when somebody answers so, or when the address was a download. */
const STAYS_AFTER_MS = 1000;

export interface PictureTaker {
  /** A picture of the frame's content as a data URL; null when there is none. */
  readonly take: () => Promise<string | null>;
}

interface Shown {
  kind: FrameKind;
  title: string;
  code: string;
  data: FrameRows | null;
  taker?: Ref<PictureTaker>;
}

const STOPPED = {
  hangs: 'Its code did not answer for 5 seconds.',
  floods: 'Its code sent more messages than the page can read.',
  leaves: 'Its code tried to open another address.',
};
type Why = keyof typeof STOPPED;

/** Runs the code of an artifact in a frame without access to anything outside it. Rule: ai-view/frame. */
export function ArtifactFrame(props: Shown) {
  const [run, setRun] = useState<{ turn: number; stopped: Why | null }>({ turn: 0, stopped: null });
  const drawn = useChanges(props.code, props.data, useShownTheme());
  const isLeft = usePageIsLeft();
  if (isLeft) return null;
  if (run.stopped !== null) {
    return (
      <EmptyPanel
        title="The preview was stopped"
        hint={`${STOPPED[run.stopped]} The code itself is kept.`}
        action={
          <Button size="touch" onClick={() => setRun(({ turn }) => ({ turn: turn + 1, stopped: null }))}>
            Run again
          </Button>
        }
      />
    );
  }
  return (
    <RunningFrame
      key={`${props.kind} ${run.turn} ${props.kind === 'html' ? drawn : 0}`}
      {...props}
      onStop={(stopped) => setRun((before) => ({ ...before, stopped }))}
    />
  );
}

/**
 * True while the page is being left. A frame takes that for its own leaving and blocks its thread, which some browsers
 * share with the page. So the frame is removed first. Rule: ai-view/frame.
 */
function usePageIsLeft(): boolean {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    let staying: number | undefined;
    const leave = () => {
      window.clearTimeout(staying);
      flushSync(() => setLeft(true));
      staying = window.setTimeout(() => setLeft(false), STAYS_AFTER_MS);
    };
    window.addEventListener('beforeunload', leave);
    return () => {
      window.clearTimeout(staying);
      window.removeEventListener('beforeunload', leave);
    };
  }, []);
  return isLeft;
}

/**
 * Counts how often one of the values has changed. Each change of an HTML page gets a new frame: in the old window the
 * variables of its scripts would already be declared, and its timers would go on.
 */
function useChanges(...values: readonly unknown[]): number {
  const [seen, setSeen] = useState({ values, count: 0 });
  if (seen.values.every((value, place) => value === values[place])) return seen.count;
  const next = { values, count: seen.count + 1 };
  setSeen(next);
  return next.count;
}

function RunningFrame({ kind, title, code, data, taker, onStop }: Shown & { onStop: (why: Why) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<FrameChannel>(null);
  const picture = useRef<((data: string | null) => void) | null>(null);
  const [ready, setReady] = useState(false);
  const theme = useShownTheme();
  const stop = useEffectEvent(onStop);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // A frame that cannot load, because an earlier artifact hangs its process, counts as hung.
    const waiting = window.setTimeout(() => stop('hangs'), STARTS_WITHIN_MS);
    const connect = () => {
      window.clearTimeout(waiting);
      channel.current = openFrameChannel(element, {
        onReady: () => setReady(true),
        // The frame shows its errors itself.
        onError: () => undefined,
        onPicture: (taken) => picture.current?.(taken),
        onLeaving: () => stop('leaves'),
        onFlood: () => stop('floods'),
        onHung: () => stop('hangs'),
      });
    };
    // Only the first load connects. Later loads are the document's own writing, or a navigation away: that frame then
    // counts as hung.
    element.addEventListener('load', connect, { once: true });
    element.src = `${FRAME_PATH}${kind}`;
    return () => {
      window.clearTimeout(waiting);
      element.removeEventListener('load', connect);
      channel.current?.close();
      channel.current = null;
    };
  }, [kind]);

  useEffect(() => {
    if (ready) channel.current?.tell({ type: 'show', code, theme, data });
  }, [ready, code, theme, data]);

  useImperativeHandle(taker, () => ({
    take: () =>
      new Promise((resolve) => {
        const element = frame.current;
        if (!element || !channel.current) return resolve(null);
        const timer = window.setTimeout(() => resolve(null), PICTURE_WITHIN_MS);
        picture.current = (taken) => {
          window.clearTimeout(timer);
          resolve(taken);
        };
        channel.current.tell({ type: 'picture', width: element.clientWidth, height: element.clientHeight });
      }),
  }));

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className="block size-full border-0 bg-rows"
    />
  );
}
