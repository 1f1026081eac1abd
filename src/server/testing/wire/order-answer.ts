import type { LightMyRequestResponse } from 'fastify';
import type { orderRoute, WireOrder } from '#contract/orders.ts';
import type { SaleReply } from '#contract/sale.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { PageMeta } from '#contract/wire.ts';

/** All fields that the order calls may answer, refusals included. A test looks at those it expects. */
interface OrderAnswer extends Omit<SaleReply, 'success'> {
  success: boolean;
  error: string;
  code: string;
  totals: { subtotal: string; total_tax: string; total: string };
  lines: { name: string; requested: number; available: number }[];
}

export function answerOf(reply: LightMyRequestResponse): OrderAnswer {
  return reply.json<OrderAnswer>();
}

export function detailOf(reply: LightMyRequestResponse): ReplyOf<typeof orderRoute>['data'] {
  return reply.json<ReplyOf<typeof orderRoute>>().data;
}

export function pageOf(reply: LightMyRequestResponse): { data: WireOrder[]; meta: PageMeta } {
  return reply.json<{ data: WireOrder[]; meta: PageMeta }>();
}
