import { createHash } from 'node:crypto';
import { idempotencyOf } from './contract-writes.ts';
import type { ChooseFate, Fate } from './fault-proxy.ts';

const REQUESTS_LOST = 0.1;
const REPLIES_LOST = 0.2;
/**
 * The client tries four times. A read has no button to repeat it, so it is never lost more often than this in a row.
 */
const READS_LOST_IN_A_ROW = 2;

/** A number from 0 up to 1 that looks random and is always the same for the same words. */
export function drawn(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Loses 10 % of all requests and the replies to 20 % of the writes. The choice depends on the seed, the method, the
 * path (without its numbers), the number of such calls before in this test, and the number of the try, so that it is
 * repeatable on any machine. Each try of a command is chosen separately: of a hundred commands about twenty lose one
 * answer, six lose two, two lose three, and one loses all four. Sign-ins and other calls that the client sends only
 * once always pass, because no retry would hide their loss from the person.
 */
export function randomFaults(seed: string): ChooseFate {
  const counts = new Map<string, number>();
  const next = (name: string) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
  const commands = new Map<string, { name: string; tries: number }>();
  const lostInARow = new Map<string, number>();

  function ofCommand(key: string, name: string): Fate {
    const command = commands.get(key) ?? { name: `${name} ${next(name)}`, tries: 0 };
    commands.set(key, command);
    command.tries += 1;
    const draw = drawn(seed, command.name, command.tries);
    if (draw < REQUESTS_LOST) return 'lose-request';
    return draw < REQUESTS_LOST + REPLIES_LOST ? 'lose-reply' : 'pass';
  }

  function ofRead(address: string, name: string): Fate {
    const before = lostInARow.get(address) ?? 0;
    const lost = drawn(seed, name, next(name)) < REQUESTS_LOST && before < READS_LOST_IN_A_ROW;
    lostInARow.set(address, lost ? before + 1 : 0);
    return lost ? 'lose-request' : 'pass';
  }

  return ({ method, path, key }) => {
    const [place = ''] = path.split('?');
    const name = `${method} ${place.replace(/\d+/g, ':id')}`;
    const idempotency = idempotencyOf({ method, path });
    if (idempotency === 'none') return 'pass';
    const isCommand = method !== 'GET' && idempotency !== 'safe' && key !== null;
    return isCommand ? ofCommand(key, name) : ofRead(`${method} ${path}`, name);
  };
}
