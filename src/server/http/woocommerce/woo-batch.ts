import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf, ReplyOf, Route } from '#contract/route.ts';
import type { WooBatchRefused, WooEntry } from '#contract/woocommerce-batch.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Refusal } from '#server/refusal.ts';
import { validationRefusal } from '../serve/body/validation.ts';
import { refusalFor } from '../serve/error-handler.ts';
import { serveSteps, type StepsContext } from '../serve/serve-steps.ts';

interface Lists {
  readonly create?: readonly WooEntry<unknown>[] | undefined;
  readonly update?: readonly WooEntry<{ readonly id: number }>[] | undefined;
  readonly delete?: readonly WooEntry<number>[] | undefined;
}
type BatchRoute = Route & { readonly body: z.ZodType<Lists> };
type Given<List> = List extends readonly unknown[]
  ? Extract<List[number], { readonly given: unknown }>['given']
  : never;
type Answers<R extends Route> = NonNullable<(ReplyOf<R> & { create?: unknown[] })['create']>;
type Done<R extends Route> = Exclude<Answers<R>[number], WooBatchRefused>;

/** Carries out an entry in a transaction of its own. */
type Step = <T>(work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<T>) => Promise<T>;

/** How the entries of each list are carried out. */
interface Works<R extends BatchRoute> {
  readonly create: (given: Given<BodyOf<R>['create']>, step: Step) => Promise<Done<R>>;
  readonly update: (given: Given<BodyOf<R>['update']>, step: Step) => Promise<Done<R>>;
  readonly delete: (id: number, step: Step) => Promise<Done<R>>;
}

/** Refusals that are about the request, not about one entry: it ends there, and goes on when it is sent again. */
const OF_THE_REQUEST: ReadonlySet<Refusal['code']> = new Set(['request_in_progress', 'idempotency_key_reused']);

/** The answer in place of an entry that was refused. @throws errors that are no refusal of this entry */
function refusedEntry(error: unknown, id: number): WooBatchRefused {
  const { refusal, defect } = refusalFor(error);
  const isPassing = refusal.status >= 500 || refusal.status === 429 || OF_THE_REQUEST.has(refusal.code);
  if (defect || isPassing) throw error;
  const { code, message, status } = refusal;
  return { id, error: { code, message, data: { status } } };
}

function wrongEntry([issue]: readonly z.core.$ZodIssue[]): Refusal {
  const path = issue?.path.map((step) => `/${String(step)}`).join('') ?? '';
  const validation = [{ instancePath: path, message: issue?.message, keyword: issue?.code }];
  return validationRefusal({ validation, validationContext: 'body' } as Parameters<typeof validationRefusal>[0]);
}

/** Adds, changes and deletes several things, each by itself, one after the other. Rule: wire/woocommerce-batch. */
export function serveWooBatch<R extends BatchRoute>(
  app: FastifyInstance,
  route: R,
  worksOf: (context: StepsContext<R>) => Works<R> | Promise<Works<R>>,
): void {
  serveSteps(app, route, async (context) => {
    const works = await worksOf(context);
    const lists = context.body as Lists;
    const answers: Partial<Record<keyof Lists, unknown[]>> = {};
    for (const list of ['create', 'update', 'delete'] as const) {
      const entries: readonly WooEntry<unknown>[] | undefined = lists[list];
      if (!entries) continue;
      const work = works[list] as (given: unknown, step: Step) => Promise<unknown>;
      const answered: unknown[] = [];
      for (const [place, entry] of entries.entries()) {
        try {
          if ('wrong' in entry) throw wrongEntry(entry.wrong);
          answered.push(await work(entry.given, (carryOut) => context.step(`${list} ${place}`, carryOut)));
        } catch (error) {
          answered.push(refusedEntry(error, idOf(entry)));
        }
      }
      answers[list] = answered;
    }
    return answers as ReplyOf<R>;
  });
}

/** 0 for an entry that has none. */
function idOf(entry: WooEntry<unknown>): number {
  const given = 'given' in entry ? entry.given : null;
  if (typeof given === 'number') return given;
  return typeof given === 'object' && given !== null && 'id' in given ? Number(given.id) : 0;
}
