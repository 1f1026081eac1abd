import { z } from 'zod';
import type { Draft, DraftKind } from '#contract/assistant-cards.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { Applied } from '../queries.ts';

export const id = z.int().min(1).max(2_147_483_647);
export const reason = z.string().max(500).default('').describe('Why, in one sentence, for the person who approves.');

interface Proposed<Content> {
  readonly title: string;
  readonly content: Content;
  readonly changes: Draft['changes'];
}

/** The transaction of an approval, and who approves. */
export interface Deciding {
  readonly tx: Tx;
  readonly staff: Staff;
  readonly emit: (event: LiveEvent) => void;
}

/** A kind of draft: how it is proposed, carried out by the normal service, and undone. */
export interface Kind {
  readonly kind: DraftKind;
  readonly tool: string;
  readonly description: string;
  /** The permission that its approval needs. */
  readonly permission: Permission;
  readonly parameters: z.ZodObject;
  /** @throws Refusal when it could not be carried out as it is */
  propose(db: Database, staff: Staff, parameters: unknown): Promise<Proposed<unknown>>;
  apply(deciding: Deciding, content: unknown, draftId: number): Promise<Applied>;
  undo(deciding: Deciding, undo: unknown, draftId: number): Promise<void>;
}

/** The parts of a kind agree on what they hand to each other; the table of kinds need not know it. */
export function kind<Parameters extends z.ZodObject, Content, Undo>(definition: {
  readonly kind: DraftKind;
  readonly tool: string;
  readonly description: string;
  readonly permission: Permission;
  readonly parameters: Parameters;
  readonly propose: (db: Database, staff: Staff, parameters: z.output<Parameters>) => Promise<Proposed<Content>>;
  readonly apply: (
    deciding: Deciding,
    content: Content,
    draftId: number,
  ) => Promise<{ result: Applied['result']; undo: Undo }>;
  readonly undo: (deciding: Deciding, undo: Undo, draftId: number) => Promise<void>;
}): Kind {
  return {
    ...definition,
    propose: (db, staff, parameters) => definition.propose(db, staff, parameters as z.output<Parameters>),
    apply: (deciding, content, draftId) => definition.apply(deciding, content as Content, draftId),
    undo: (deciding, undo, draftId) => definition.undo(deciding, undo as Undo, draftId),
  };
}
