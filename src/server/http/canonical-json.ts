import { Refusal } from '#server/refusal.ts';

const MAX_DEPTH = 64;

/**
 * JSON text that is the same for values that say the same: keys sorted, no white space.
 * @throws Refusal `invalid_request` below 64 levels: no request of ours is that deep, and depth is stack.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Refusal('invalid_request', 'The request is nested too deeply.');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`);
  return `{${entries.join(',')}}`;
}
