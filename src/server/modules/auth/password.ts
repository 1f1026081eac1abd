import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#server/refusal.ts';

/**
 * argon2id, 19 MiB, two passes, one lane. Written as a number because the package's enum exists only in types.
 * Rule: sign-in/passwords.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of a password that nobody knows. It is verified when there is no account, so that the answer takes equally
 * long.
 */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$0jKBQxLGNNNbs9RLClSuqA$kozUmdpqc9oDUM++k1N9sL4EFNPGZPXQVfWiYFk7ZX4';

/** The most passwords that wait to be hashed, at about 12 ms each. Nobody would wait for more. */
const MOST_WAITING = 100;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Hashes one password at a time: hashing is expensive by design, and a burst of sign-ins must not slow down sales.
 * @throws Refusal `too_many_requests` when too many are waiting
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

/** Keyboards compose accented letters in different ways; the password is the same. */
function composed(password: string): string {
  return password.normalize('NFC');
}

/**
 * Waits its turn among the sign-ins.
 * @throws Refusal `too_many_requests`
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2ID));
}

/** True if the password matches the hash. Without a hash it is false after the same time. Call it inside `inTurn`. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await verify(storedHash ?? NOBODYS_HASH, composed(password));
  return matches && storedHash !== null;
}
