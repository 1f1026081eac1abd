/** One rule of design §7 as SQL: `broken` gives the rows that break it, in columns that a person can follow up. */
export interface Check {
  /** What holds, as a sentence. */
  readonly name: string;
  /** Number of the rule in design §7. */
  readonly rule: number;
  /** A scalar query: how many rows are looked at. */
  readonly looked: string;
  readonly broken: string;
}

export interface CheckResult {
  readonly name: string;
  readonly rule: number;
  readonly looked: number;
  readonly broken: number;
  /** The first of the broken rows, as the check's query names their columns. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
