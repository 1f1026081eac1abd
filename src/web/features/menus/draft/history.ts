/** The largest number of undo steps. The oldest are dropped first. */
const MOST_STEPS = 100;
/** Changes of the same thing within this time are one step, as when a color is dragged through a picker. */
const ONE_STEP_MS = 1000;

export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** The target and time of the last step. */
  readonly last: { readonly what: string | null; readonly atMs: number } | null;
}

export function begun<State>(present: State): History<State> {
  return { past: [], present, future: [], last: null };
}

/**
 * Adds a step.
 * @param what names the thing that changes, like "backgroundColor": soon repeated changes of it join the step. Null
 * makes each change a step.
 */
export function step<State>(history: History<State>, next: State, what: string | null, nowMs: number): History<State> {
  const { past, present, last } = history;
  if (next === present) return history;
  const joins = last !== null && what !== null && last.what === what && nowMs - last.atMs < ONE_STEP_MS;
  return {
    past: joins ? past : [...past, present].slice(-MOST_STEPS),
    present: next,
    future: [],
    last: { what, atMs: nowMs },
  };
}

export function undone<State>(history: History<State>): History<State> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    last: null,
  };
}

export function redone<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, last: null };
}

/** Replaces the present state without adding a step, for example after a save. */
export function amended<State>(history: History<State>, present: State): History<State> {
  return { ...history, present };
}
