import { z } from 'zod';

const owner = z.object({
  userId: z.int(),
  name: z.string(),
  locationId: z.int().nullable(),
  location: z.string().nullable(),
});

/** The person who sent a command, and their location. */
export type CommandOwner = z.output<typeof owner>;

/** The reason for which the server did not do it. */
const refusal = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const kept = z.object({
  /** Its Idempotency-Key. */
  key: z.string().min(1),
  /** Its definition: 'sale', 'refund', ... */
  kind: z.string(),
  /** The form that it belongs to: 'order 17', 'cart'. A form has at most one open command. */
  subject: z.string(),
  /** Its name for people: "Refund of $10.87 on #1042". */
  title: z.string(),
  owner,
  /** The person who began it, if a manager has taken it over since. The browser's stored work for it is theirs. */
  begunBy: owner.nullable().default(null),
  /** The exact request; null once the outcome is known. */
  request: z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown() }).nullable(),
  /** The form stored this for itself. Once the command is done, its definition may keep a part of the answer here. */
  memo: z.unknown(),
  state: z.enum(['sending', 'unknown', 'done', 'refused']),
  refusal: refusal.nullable(),
  /** When it was sent; once it is done and has a memo, when it was answered: the memo is kept from then on. */
  sentAt: z.number(),
});

/**
 * A stored command. `sending` and `unknown` may have happened and are repeated until the answer is known; `done`
 * remains as a mark that the key is used; `refused` remains until somebody has read it.
 */
export type CommandRecord = z.output<typeof kept>;

/** Null for a record that another build wrote or that is broken. */
export function readCommand(value: unknown): CommandRecord | null {
  const read = kept.safeParse(value);
  return read.success ? read.data : null;
}

/** The person whose stored work the command settles. */
export function beginnerOf({ begunBy, owner: sender }: Pick<CommandRecord, 'begunBy' | 'owner'>): CommandOwner {
  return begunBy ?? sender;
}

export function isOpen({ state }: Pick<CommandRecord, 'state'>): boolean {
  return state === 'sending' || state === 'unknown';
}

export function isOwnedBy(
  record: { readonly owner: Pick<CommandOwner, 'userId' | 'locationId'> },
  who: Pick<CommandOwner, 'userId' | 'locationId'> | null,
): boolean {
  return who !== null && record.owner.userId === who.userId && record.owner.locationId === who.locationId;
}

/**
 * The people whose form shows the command as sent: its sender, and the person who began it before another took it over.
 */
export function concerns(
  record: Pick<CommandRecord, 'owner' | 'begunBy'>,
  who: Pick<CommandOwner, 'userId' | 'locationId'> | null,
): boolean {
  return isOwnedBy(record, who) || isOwnedBy({ owner: beginnerOf(record) }, who);
}
