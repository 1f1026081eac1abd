import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { batchWooProductsRoute, type WooEntry } from '#contract/woocommerce-batch.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { WooProduct } from '#contract/woocommerce-products.ts';
import { refusalFor } from '#server/http/serve/error-handler.ts';
import { validationRefusal } from '#server/http/serve/body/validation.ts';
import { serveSteps } from '#server/http/serve/serve-steps.ts';
import type { Refusal } from '#server/refusal.ts';
import { atHost, prepareWooImage } from './woo-images.ts';
import { changeWooProduct, createWooProduct, deleteWooProduct } from './woo-writes.ts';

type Answered = NonNullable<ReplyOf<typeof batchWooProductsRoute>['create']>;

/** Refusals that are about the request, not about one entry: it ends there, and goes on when it is sent again. */
const OF_THE_REQUEST: ReadonlySet<Refusal['code']> = new Set(['request_in_progress', 'idempotency_key_reused']);

/** The answer in place of an entry that was refused. @throws errors that are no refusal of this entry */
function refusedEntry(error: unknown, id: number): Answered[number] {
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

/** Adds, changes and deletes products, each by itself. Rule: wire/woocommerce-batch. */
export function registerWooBatch(app: FastifyInstance): void {
  serveSteps(app, batchWooProductsRoute, async ({ principal, body, step, request }) => {
    /** One after the other, in a transaction each. */
    async function each<Given>(
      entries: readonly WooEntry<Given>[] | undefined,
      idOf: (given: Given) => number,
      work: (given: Given, place: number) => Promise<WooProduct>,
    ): Promise<Answered | undefined> {
      if (!entries) return undefined;
      const answers: Answered = [];
      for (const [place, entry] of entries.entries()) {
        const id = 'given' in entry ? idOf(entry.given) : 0;
        try {
          if ('wrong' in entry) throw wrongEntry(entry.wrong);
          answers.push(atHost(request, await work(entry.given, place)));
        } catch (error) {
          answers.push(refusedEntry(error, id));
        }
      }
      return answers;
    }

    const create = await each(
      body.create,
      () => 0,
      async (given, place) => {
        const image = await prepareWooImage(given.images);
        return step(`create ${place}`, async (tx, emit) => {
          const made = await createWooProduct(tx, principal, given, image);
          emit({ type: 'catalogue', product_ids: [made.id] });
          return made;
        });
      },
    );
    const update = await each(
      body.update,
      ({ id }) => id,
      async ({ id, ...given }, place) => {
        const image = await prepareWooImage(given.images);
        return step(`update ${place}`, async (tx, emit) => {
          const changed = await changeWooProduct(tx, principal, id, given, image);
          emit({ type: 'catalogue', product_ids: [id] });
          return changed;
        });
      },
    );
    const deleted = await each(
      body.delete,
      (id) => id,
      (id, place) =>
        step(`delete ${place}`, async (tx, emit) => {
          const gone = await deleteWooProduct(tx, principal, id, true);
          emit({ type: 'catalogue', product_ids: [id] });
          return gone;
        }),
    );
    return { ...(create && { create }), ...(update && { update }), ...(deleted && { delete: deleted }) };
  });
}
