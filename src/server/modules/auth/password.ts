import { hash, verify } from '@node-rs/argon2';
import { Gate } from '#server/db/pool/gate.ts';
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

/** The most passwords that wait in a line to be hashed, at about 12 ms each. Nobody would wait for more. */
const MOST_WAITING = 100;
/** Those of one network of strangers. The tills of a new shop share one. */
const MOST_OF_NETWORK = 50;

const oneAtATime = new Gate(1);
const waiting = new Map<string, number>();

/**
 * Hashes one password at a time: hashing is expensive by design, and a burst of sign-ins must not slow down sales. Strangers have a
 * line of their own, which takes turns with the other one, so that they hold up no PIN and nobody who is known. Rule: sign-in/passwords.
 * @param stranger the network of a browser that is not known; null for people who are signed in or known
 * @throws Refusal `too_many_requests` when too many are waiting
 */
export async function inTurn<T>(work: () => Promise<T>, stranger: string | null = null): Promise<T> {
  const places: [string, number][] = [[stranger === null ? 'known' : 'strangers', MOST_WAITING]];
  if (stranger !== null) places.push([`network ${stranger}`, MOST_OF_NETWORK]);
  if (places.some(([place, most]) => (waiting.get(place) ?? 0) >= most)) {
    throw new Refusal('too_many_requests', 'Too many people are signing in at once; please try again in a moment.', {
      retryAfterS: 2,
    });
  }
  const count = (by: number): void => {
    for (const [place] of places) {
      const left = (waiting.get(place) ?? 0) + by;
      if (left === 0) waiting.delete(place);
      else waiting.set(place, left);
    }
  };
  count(1);
  try {
    return await oneAtATime.through(work, { of: stranger === null ? 'known' : 'strangers' });
  } finally {
    count(-1);
  }
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
