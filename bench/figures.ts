/** The time of each of many calls, and of all of them together. */
export interface Timings {
  readonly seconds: number;
  /** One per call that was answered. */
  readonly ms: readonly number[];
  /** Calls that were answered otherwise or not at all, where the job allows that. */
  readonly refused?: number;
}

/** The value that a figure must reach. */
export interface Target {
  readonly of: 'value' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

export type Unit = '/s' | 'ms' | 's' | 'kB' | 'MB' | '%' | '';

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** Measured in the same call, taken in turn with the figure. */
  readonly yardstick?: { readonly what: string; readonly value: number };
  readonly target?: Target;
}

export interface PartResult {
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly notes?: readonly string[];
}

export function together(rounds: readonly Timings[]): Timings {
  return { seconds: rounds.reduce((sum, { seconds }) => sum + seconds, 0), ms: rounds.flatMap(({ ms }) => ms) };
}

export function perSecond({ ms, seconds }: Timings): number {
  return ms.length / seconds;
}

/** The time below which `share` (0 to 1) of the calls stayed. */
export function quantile(ms: readonly number[], share: number): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function ratioOf({ value, yardstick }: Figure): number | undefined {
  return yardstick === undefined ? undefined : value / yardstick.value;
}

/** Undefined for a figure that has nothing to reach. */
export function isReached(figure: Figure): boolean | undefined {
  const { target } = figure;
  if (target === undefined) return undefined;
  const measured = target.of === 'ratio' ? (ratioOf(figure) ?? Number.NaN) : figure.value;
  return measured >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && measured <= (target.atMost ?? Infinity);
}

/** Figures of the same calls at p50, p95 and p99, beside those of the yardstick. */
export function latencyFigures(
  what: string,
  calls: Timings,
  options: { yardstick?: { what: string; calls: Timings }; p95AtMostMs?: number; shares?: readonly number[] } = {},
): Figure[] {
  const { yardstick, p95AtMostMs, shares = [0.5, 0.95, 0.99] } = options;
  return shares.map((share) => ({
    what: `${what}, p${share * 100}`,
    value: quantile(calls.ms, share),
    unit: 'ms',
    ...(yardstick && { yardstick: { what: yardstick.what, value: quantile(yardstick.calls.ms, share) } }),
    ...(share === 0.95 && p95AtMostMs !== undefined && { target: { of: 'value', atMost: p95AtMostMs } as const }),
  }));
}
