import { useEffect, useMemo, useRef } from 'react';
import { useRuns } from '../chat/run/run.ts';
import { type FencedArtifact, fencedArtifacts } from './fences.ts';
import { arrive, openNew, stopArriving, useWorkbench } from './workbench-state.ts';

/** The pause between two updates of arriving code. Rule: ai-view/times. */
const ARTIFACT_THROTTLE_MS = 300;

/** Opens an artifact on the workbench while it arrives, unless something unsaved is there. */
export function useArrivingArtifacts(): void {
  const running = useRuns((state) => state.running);
  const answer = running?.answer ?? null;
  const text = useMemo(
    () => (answer?.parts ?? []).flatMap((part) => (part.kind === 'content' ? part.text : [])).join('\n'),
    [answer?.parts],
  );
  const found = useMemo(() => fencedArtifacts(text), [text]);
  const opened = useRef<{ runId: string | null; count: number; latest: FencedArtifact | null }>({
    runId: null,
    count: 0,
    latest: null,
  });
  const drawnAt = useRef(0);
  const isOver = answer !== null && answer.end !== null;
  const latest = found.at(-1) ?? null;
  const runId = answer?.runId ?? '';

  useEffect(() => {
    if (opened.current.runId !== runId) {
      // The person left this answer, for example for a new conversation. No more of its code comes.
      const { latest: last } = opened.current;
      if (last !== null) arrive(last.type, last.code, true);
      stopArriving();
      opened.current = { runId, count: 0, latest: null };
    }
    if (latest === null) return;
    opened.current.latest = latest;
    const { type, language, code, source } = latest;
    if (found.length > opened.current.count) {
      opened.current.count = found.length;
      if (useWorkbench.getState().copy?.isEdited === true) return;
      drawnAt.current = performance.now();
      openNew({ type, language, code, source, isArriving: true });
    }
    const isWhole = latest.isWhole || isOver;
    const waitMs = isWhole ? 0 : Math.max(0, ARTIFACT_THROTTLE_MS - (performance.now() - drawnAt.current));
    const timer = window.setTimeout(() => {
      drawnAt.current = performance.now();
      arrive(type, code, isWhole);
    }, waitMs);
    return () => window.clearTimeout(timer);
  }, [runId, found.length, latest, isOver]);
}
