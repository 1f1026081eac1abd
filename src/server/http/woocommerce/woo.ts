import { TZDate } from '@date-fns/tz';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReplyOf, Route } from '#contract/route.ts';
import { WOO_ADMITS, type WooPage } from '#contract/woocommerce.ts';
import { Refusal } from '#server/refusal.ts';
import { admit } from '../guard/admit.ts';
import { Built } from '../serve/serve.ts';

/**
 * The parameters as PHP reads them, which WooCommerce's clients count on: the last of several of one name, and lists as
 * `include[]=1&include[]=2`, `include[0]=1` or `include=1,2`.
 */
function asPhpReads(address: string): Record<string, string> {
  const read = new Map<string, string>();
  const lists = new Map<string, Map<string, string>>();
  let place = 0;
  for (const [written, value] of new URLSearchParams(address.split('?')[1] ?? '')) {
    const [, name, index] = /^(\w+)\[(\w*)\]$/.exec(written) ?? [];
    if (name === undefined) {
      read.set(written, value);
      continue;
    }
    const list = lists.get(name) ?? new Map<string, string>();
    lists.set(name, list.set(index || `+${(place += 1)}`, value));
  }
  for (const [name, list] of lists) read.set(name, [...list.values()].join(','));
  return Object.fromEntries(read);
}

/** Adds calls in the form of WooCommerce's API. Rule: wire/woocommerce. */
export function wooScope(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.query = asPhpReads(request.url);
    });
    const methods = new Map<string, string[]>();
    scope.addHook('onRoute', ({ url, method }) => {
      const known = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
      methods.set(url, [...(methods.get(url) ?? []), ...known]);
    });
    register(scope);
    for (const [url, known] of methods) {
      scope.options(url, { onRequest: admit(OPTIONS) }, async () => ({
        namespace: 'wc/v3',
        methods: known,
        endpoints: [{ methods: known, args: {} }],
      }));
    }
  });
}

const OPTIONS = { method: 'GET', access: 'signed-in', admits: WOO_ADMITS, idempotency: 'none' } as const;

const offsetOf = ({ page, per_page: perPage, offset }: WooPage): number => offset ?? (page - 1) * perPage;

/** The limit and offset of a page, for an SQL query. */
export function limitsOf(query: WooPage): { readonly limit: number; readonly offset: number } {
  return { limit: query.per_page, offset: offsetOf(query) };
}

/** Says how many entries there are, and where the next and previous pages are, as WordPress does. */
export function tellPages(request: FastifyRequest, reply: FastifyReply, query: WooPage, total: number): void {
  const pages = Math.ceil(total / query.per_page);
  reply.header('x-wp-total', String(total)).header('x-wp-totalpages', String(pages));
  const address = (page: number): string => {
    const parameters = new URLSearchParams(asPhpReads(request.url));
    for (const name of [...parameters.keys()]) if (/^(?:oauth|consumer)_/.test(name)) parameters.delete(name);
    parameters.set('page', String(page));
    return `<${request.protocol}://${request.host}${request.url.split('?')[0]}?${parameters}>`;
  };
  const links = [
    ...(query.page > 1 ? [`${address(Math.min(query.page - 1, Math.max(1, pages)))}; rel="prev"`] : []),
    ...(query.page < pages ? [`${address(query.page + 1)}; rel="next"`] : []),
  ];
  if (links.length > 0) reply.header('link', links.join(', '));
}

function picked<T extends object>(entry: T, names: ReadonlySet<string> | null): T {
  return names === null ? entry : (Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name))) as T);
}

/** An answer with the asked fields only, one entry or a list of them. */
export function withFields<R extends Route>(
  route: R,
  { _fields: asked }: { _fields?: string | undefined },
  answer: ReplyOf<R> & object,
): Built<R> {
  const names =
    asked === undefined || asked.trim() === '' ? null : new Set(asked.split(',').map((name) => name.trim()));
  const shown = Array.isArray(answer) ? answer.map((entry: object) => picked(entry, names)) : picked(answer, names);
  return new Built(route, shown as ReplyOf<R>);
}

/** @throws Refusal 422 `not_valid`, as WooCommerce asks for `force` where there is no trash */
export function requireForce(isForced: boolean): void {
  if (!isForced) throw new Refusal('not_valid', 'This cannot be taken back: send force=true to delete it.');
}

/** "2026-11-20T15:04:05": UTC, without a zone. */
export const gmtOf = (instant: string): string => instant.slice(0, 19);

/** The same instant by the clock of a place. */
export function wallOf(instant: string, timeZone: string): string {
  const shown = new Date(instant).toLocaleString('sv-SE', { timeZone });
  return shown.replace(' ', 'T');
}

/** An instant that was written by the clock of a place, or with its own zone. */
export function instantOf(written: string, timeZone: string): string {
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(written)) return new Date(written).toISOString();
  const [whole = '', fraction = ''] = written.split('.');
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = whole.split(/[-T:]/).map(Number);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return new Date(new TZDate(year, month - 1, day, hours, minutes, seconds, ms, timeZone).getTime()).toISOString();
}
