import { z } from 'zod';

const owner = z.object({
  userId: z.int(),
  name: z.string(),
  locationId: z.int().nullable(),
  location: z.string().nullable(),
});

/** Who sent a command, and at which location. */
export type CommandOwner = z.output<typeof owner>;

/** Why the server did not do it. */
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
  /** The form it belongs to: 'order 17', 'cart'. One form has at most one open command. */
  subject: z.string(),
  /** What it is, for people: "Refund of $10.87 on #1042". */
  title: z.string(),
  owner,
  /** Who began it, when a manager has taken it over since: what is kept of it in the browser is theirs. */
  begunBy: owner.nullable().default(null),
  /** The request to the letter; null once the outcome is known. */
  request: z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown() }).nullable(),
  /** What its form wants to know again; null once it is done. */
  memo: z.unknown(),
  state: z.enum(['sending', 'unknown', 'done', 'refused']),
  refusal: refusal.nullable(),
  sentAt: z.number(),
});

/**
 * A command as the browser keeps it. `sending` and `unknown` may have happened and are asked for until the answer is
 * known; `done` stays behind as a mark that the key is used; `refused` stays until somebody has read it.
 */
export type CommandRecord = z.output<typeof kept>;

/** Null for what another build wrote or nobody can read. */
export function readCommand(value: unknown): CommandRecord | null {
  const read = kept.safeParse(value);
  return read.success ? read.data : null;
}

/** Whose kept work the command settles. */
export function beginnerOf({ begunBy, owner: sender }: Pick<CommandRecord, 'begunBy' | 'owner'>): CommandOwner {
  return begunBy ?? sender;
}

export function isOpen({ state }: Pick<CommandRecord, 'state'>): boolean {
  return state === 'sending' || state === 'unknown';
}

export function isOwnedBy(
  record: Pick<CommandRecord, 'owner'>,
  who: Pick<CommandOwner, 'userId' | 'locationId'> | null,
): boolean {
  return who !== null && record.owner.userId === who.userId && record.owner.locationId === who.locationId;
}

/** Whose form shows it as sent: theirs who send it, and theirs who began it before somebody took it over. */
export function concerns(
  record: Pick<CommandRecord, 'owner' | 'begunBy'>,
  who: Pick<CommandOwner, 'userId' | 'locationId'> | null,
): boolean {
  return isOwnedBy(record, who) || isOwnedBy({ owner: beginnerOf(record) }, who);
}
