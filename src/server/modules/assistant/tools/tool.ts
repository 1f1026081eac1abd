import type { z } from 'zod';
import type { CellKind, ToolCard } from '#contract/assistant-cards.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';

/** Rows of a card. Rule: assistant/tools. */
export const CARD_ROWS = 200;

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly kind: CellKind;
  /** Present on the column by which the rows are ordered. */
  readonly sorted?: 'ascending' | 'descending';
  /** A customer's name, or words that may hold one: shown to staff, and sent to a provider only where an administrator allows it. */
  readonly personal?: boolean;
}

export type Row = Readonly<Record<string, string | number | null>>;

/** The result of a tool: its rows in order, of which a card shows the first. */
export interface Found {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Rows there are, when they are more than `rows`. */
  readonly total?: number;
  /** There are at least this many: counting stopped. */
  readonly isAtLeast?: boolean;
  readonly facts?: ToolCard['facts'];
  readonly open?: ToolCard['open'];
  /** Name of the location; that of the person when left out, '' for all. */
  readonly location?: string;
}

/** The person who asks, and the snapshot that is read. No tool can write. */
export interface Asked {
  readonly db: Database;
  readonly staff: Staff;
  /** The most rows that are of use. */
  readonly limit: number;
  /** False when the answer goes to a model that is told no names: it may not look anybody up by name, either. */
  readonly sharesNames: boolean;
}

export interface Tool {
  readonly name: string;
  /** Sent to the model, and shown to people who look at what was sent. */
  readonly description: string;
  readonly permission: Permission;
  readonly parameters: z.ZodObject;
  run(asked: Asked, parameters: unknown): Promise<Found>;
}

/** A tool that reads. Its parameters are parsed before it runs. */
export function tool<Parameters extends z.ZodObject>(definition: {
  readonly name: string;
  readonly description: string;
  readonly permission: Permission;
  readonly parameters: Parameters;
  readonly run: (asked: Asked, parameters: z.output<Parameters>) => Promise<Found>;
}): Tool {
  return { ...definition, run: (asked, parameters) => definition.run(asked, parameters as z.output<Parameters>) };
}

export const column = (key: string, label: string, kind: CellKind = 'text'): Column => ({ key, label, kind });
export const personal = (key: string, label: string): Column => ({ key, label, kind: 'text', personal: true });
export const fact = (label: string, value: string | number | null, kind: CellKind = 'number') => ({
  label,
  value,
  kind,
});
