import { idempotencyOf } from './contract-writes.ts';
import type { Exchange } from './fault-proxy.ts';

/** Sorts the fields of a value, because a kept reply is a value rather than a text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
}

function sameForm(reply: string): string {
  try {
    return JSON.stringify(canonical(JSON.parse(reply)));
  } catch {
    return reply;
  }
}

const isDone = ({ status }: Exchange) => status !== null && status >= 200 && status < 300;
const placeOf = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`;

/** The page sends a key with every write, but sign-in, sign-out and questions ignore it. */
function isCommand(exchange: Exchange): boolean {
  const idempotency = idempotencyOf(exchange);
  return exchange.byPage && exchange.key !== null && idempotency !== null && !['none', 'safe'].includes(idempotency);
}

/** The page knows that nothing was done, so its form is free again and kept work keeps its key. */
function isKnownRefusal({ status, reply, delivered }: Exchange): boolean {
  if (!delivered || status === null || status < 400 || status >= 500 || [401, 408, 425, 429].includes(status))
    return false;
  return /"success":false/.test(reply) && !/"code":"(request_in_progress|sent_by_another)"/.test(reply);
}

/** A manager was told that it was not recorded, and records it in their own name, which is then in the body. */
const isTakenOver = (one: Exchange, before: Exchange): boolean =>
  one.sentBy !== before.sentBy && before.delivered && /"code":"sent_by_another"/.test(before.reply);

const isChanged = (one: Exchange, before: Exchange | undefined): boolean =>
  before !== undefined &&
  !isKnownRefusal(before) &&
  !isTakenOver(one, before) &&
  sameForm(one.body) !== sameForm(before.body);

/**
 * Finds violations of "each command happens once" among the calls that passed a fault proxy:
 * - a key that got two different answers, so the command was carried out twice;
 * - a key that was sent with two bodies, so a form was changed while its outcome was unknown;
 * - a command that was carried out without the page learning of it, and then sent again under another key.
 */
export function notDoneOnce(exchanges: readonly Exchange[]): string[] {
  const problems: string[] = [];
  const commands = new Map<string, Exchange[]>();
  const keyed = exchanges.filter(isCommand);
  for (const exchange of keyed) {
    const key = exchange.key ?? '';
    commands.set(key, [...(commands.get(key) ?? []), exchange]);
  }
  for (const [key, tries] of commands) {
    const [first] = tries;
    if (first === undefined) continue;
    const place = placeOf(first);
    if (tries.some((one, at) => isChanged(one, tries[at - 1]))) problems.push(`two bodies under one key: ${place}`);
    const done = tries.filter(isDone);
    if (new Set(done.map(({ reply }) => sameForm(reply))).size > 1) problems.push(`done twice under one key: ${place}`);
    if (done.length === 0 || tries.some(({ delivered }) => delivered)) continue;
    const later = keyed.slice(keyed.lastIndexOf(tries.at(-1) ?? first) + 1);
    const again = later.find((other) => other.key !== key && placeOf(other) === place && isDone(other));
    if (again) problems.push(`done again under another key: ${place}`);
  }
  return problems;
}
