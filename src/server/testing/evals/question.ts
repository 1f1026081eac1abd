import { type RawBuilder, sql } from 'kysely';
import type { ScriptedCall } from '../assistant/scripted-model.ts';

/** The part of a card that is sent to a model. */
export interface Told {
  readonly location: string;
  readonly facts: readonly { readonly label: string; readonly value: string | number | null }[];
  /** By heading of the column. */
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly total: number;
}

type Value = string | number | null | undefined;

/** A call, or one that is made of what the calls before it found. */
export type Step = ScriptedCall | ((told: readonly Told[]) => ScriptedCall);

export interface Question {
  readonly ask: string;
  /** Money is compared to the cent, numbers to a thousandth, text without case and marks. */
  readonly as: 'money' | 'number' | 'text';
  /** Reads the right answer from the database in `answer`; money in cents. It does without the services that tools use. */
  readonly right: RawBuilder<{ answer: Value }>;
  /** The tool calls of the scripted model. `read` takes the answer from their results. */
  readonly steps: readonly Step[];
  readonly read: (told: readonly Told[]) => Value;
}

/** One value from the database. */
export const answer = (what: RawBuilder<unknown>, rest: RawBuilder<unknown>): Question['right'] =>
  sql`SELECT ${what} AS answer ${rest}`;

export const call = (name: string, input: object = {}): ScriptedCall => ({ name, input });

/** A fact of the last card. */
export const fact =
  (label: string) =>
  (told: readonly Told[]): Value =>
    told.at(-1)?.facts.find((one) => one.label === label)?.value;

/** A cell of the last card: of the row that has this value there, or of the first row. */
export const cell =
  (label: string, of?: string, is?: string | number) =>
  (told: readonly Told[]): Value =>
    told.at(-1)?.rows.find((row) => of === undefined || row[of] === is)?.[label];

/** A cell of the row with the most. */
export const most =
  (label: string, by: string) =>
  (told: readonly Told[]): Value =>
    told.at(-1)?.rows.toSorted((one, other) => Number(other[by]) - Number(one[by]))[0]?.[label];

export const found = (told: readonly Told[]): Value => told.at(-1)?.total;
