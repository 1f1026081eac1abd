import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#server/refusal.ts';

/** argon2id, 19 MiB, two passes, one lane. The package's enum exists in types only. Rule: sign-in/passwords. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of a password that nobody knows. It is verified when there is no account, so that the answer takes as long.
 */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$0jKBQxLGNNNbs9RLClSuqA$kozUmdpqc9oDUM++k1N9sL4EFNPGZPXQVfWiYFk7ZX4';

/** At some 12 ms each, anybody beyond these would wait longer than people do. */
const MOST_WAITING = 100;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * One at a time: hashing is made to be costly, and a burst of sign-ins must not take the machine from the sales.
 * @throws Refusal `too_many_requests` when too many wait.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) {
    throw new Refusal('too_many_requests', 'Too many people are signing in at once; please try again in a moment.', {
      retryAfterS: 2,
    });
  }
  waiting += 1;
  const turn = last.then(work);
  last = turn.then(
    () => (waiting -= 1),
    () => (waiting -= 1),
  );
  return turn;
}

/** Keyboards differ in how they compose an accented letter; the password is the same. */
function composed(password: string): string {
  return password.normalize('NFC');
}

/** In turn with the sign-ins. @throws Refusal `too_many_requests` */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2ID));
}

/** True for the password of the hash. False, after the same time, when there is no hash. Call it in turn. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await verify(storedHash ?? NOBODYS_HASH, composed(password));
  return matches && storedHash !== null;
}
