import { isApprovable } from '#domain/permissions.ts';
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts';
import type { Route } from '#contract/route.ts';

/** Codes that every call may answer with. */
export const ANY_CALL: readonly RefusalCode[] = [
  'invalid_request',
  'request_timeout',
  'wrong_host',
  'too_many_requests',
  'headers_too_large',
  'internal_error',
  'database_unavailable',
  'disk_full',
  'server_busy',
  'stopping',
  'took_too_long',
];

const ANY_WRITE: readonly RefusalCode[] = ['cross_site', 'invalid_json', 'body_too_large', 'json_required'];

/** Codes of calls that accept a key: those that change something. */
const ANY_KEYED: readonly RefusalCode[] = [
  'not_valid',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'request_in_progress',
  'command_withdrawn',
  'sent_by_another',
  'sent_too_long_ago',
];

/** True if the call accepts an `Idempotency-Key`. */
export function takesKey({ method, idempotency }: Route): boolean {
  return method !== 'GET' && idempotency !== 'none' && idempotency !== 'safe';
}

export function needsKey(route: Route): boolean {
  return takesKey(route) && route.idempotency !== 'optional';
}

/** Every code that a call may answer with: its own, and those that follow from its method, access and key. */
export function refusalsOf(route: Route): ReadonlySet<RefusalCode> {
  return new Set<RefusalCode>([
    ...(route.refusals ?? []),
    ...ANY_CALL,
    ...(route.method === 'GET' ? [] : ANY_WRITE),
    ...(takesKey(route) ? ANY_KEYED : []),
    ...(needsKey(route) ? (['idempotency_key_required'] as const) : []),
    ...(route.admits.includes('key') ? (['api_key_refused'] as const) : []),
    ...(route.media === 'application/pdf' ? (['too_many_requests', 'paper_too_long'] as const) : []),
    ...(route.access === 'public' ? [] : (['login_required', 'not_allowed'] as const)),
    ...(isApprovable(route.access) && takesKey(route) ? (['approval_needed'] as const) : []),
  ]);
}

/** The codes by status, lowest first. */
export function byStatus(codes: Iterable<RefusalCode>): ReadonlyMap<number, readonly RefusalCode[]> {
  const statuses = new Map<number, RefusalCode[]>();
  for (const code of Object.keys(REFUSALS) as RefusalCode[]) {
    if (![...codes].includes(code)) continue;
    const [status] = REFUSALS[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return statuses;
}
