/** Part of a rule of the books as SQL. `broken` selects the rows that break it, with columns that help to find them. */
export interface Check {
  /** The rule that holds, as a sentence. */
  readonly name: string;
  /** The rule's number in docs/rules/books.md. */
  readonly rule: number;
  /** A query for the number of rows that were checked. */
  readonly looked: string;
  readonly broken: string;
}

export interface CheckResult {
  readonly name: string;
  readonly rule: number;
  readonly looked: number;
  readonly broken: number;
  /** The first broken rows, with the columns that `broken` selects. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** A share of an amount in whole numbers, halves rounded up as `scaled` of the domain does. */
export const share = (amount: string, part: string, whole: number): string =>
  `((${amount}) * (${part}) * 2 + ${whole}) / ${whole * 2}`;
