import type { Route } from '#contract/route.ts';
import { ownTillId } from './till.ts';
import { isUnattended } from './unattended.ts';

export interface RequestParts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The address of a call with its path parameters; query values that are undefined or null are left out. */
export function addressOf(route: Route, { params, query }: RequestParts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, unknown> | undefined)?.[name];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`${route.path} needs the parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The person who sends a request, and their location. By the next try, a shared browser may have another session. */
export interface SentBy {
  readonly userId: number;
  readonly locationId: number | null;
}

/** The headers of a call. A write names its till. `x-api-environment` has no effect. Rule: wire/repeated-reads. */
export function headersOf(
  body: unknown,
  idempotencyKey: string | undefined,
  { sentBy, sentBeforeMs }: { sentBy?: SentBy; sentBeforeMs?: number } = {},
): Headers {
  const headers = new Headers({ accept: 'application/json', 'x-api-environment': 'production' });
  if (isUnattended()) headers.set('x-unattended', 'true');
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) {
    headers.set('idempotency-key', idempotencyKey);
    const till = ownTillId();
    if (till !== null) headers.set('x-till', till);
  }
  if (sentBy !== undefined) headers.set('x-sent-by', `${sentBy.userId}@${sentBy.locationId ?? 'none'}`);
  if (sentBeforeMs !== undefined) headers.set('x-sent-before', String(sentBeforeMs));
  return headers;
}
