import { z } from 'zod';
import { refundRoute } from '#contract/refunds.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { TENDER_METHODS } from '#domain/tender.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchChanged } from '../change/order-changes.ts';
import { tellOrderOutcome } from '../change/tell-order-outcome.ts';

const cents = z.int().transform(toCents);
const milli = z.int().transform(toMilli);

const refundPlan = z.object({
  rows: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        note: z.string(),
        divisible: z.boolean(),
        leftMilli: milli,
        unit: z.string().optional(),
        // The quantity of its tier; missing in refunds that an older build stored.
        stepMilli: milli.optional(),
      }),
    )
    .readonly(),
  wishes: z.array(z.object({ lineId: z.int(), quantityMilli: milli, restock: z.boolean() })).readonly(),
  sums: z.object({
    lines: z.array(z.object({ lineId: z.int(), goodsCents: cents })).readonly(),
    goodsCents: cents,
    taxCents: cents,
    // Missing in refunds that an older build stored.
    taxes: z.array(cents).readonly().default([]),
    shippingCents: cents,
    amountCents: cents,
    points: z.int(),
    // Missing in refunds that an older build stored.
    pointsReturned: z.int().default(0),
    tenders: z.array(z.object({ method: z.enum(TENDER_METHODS), amountCents: cents })).readonly(),
  }),
  reason: z.string(),
  // Missing in refunds that an older build stored.
  to: z.enum(TENDER_METHODS).nullable().default(null),
});

/**
 * A refund as its form shows it. While its outcome is unknown, the form shows what was sent, because calculating it
 * again from the changed order would give another refund.
 */
export type RefundPlan = z.output<typeof refundPlan>;
export type RefundRow = RefundPlan['rows'][number];
export type RefundSums = RefundPlan['sums'];

/** Refunds lines of one order. */
export const refundCommand: CommandDefinition<typeof refundRoute, RefundPlan> = {
  kind: 'refund',
  route: refundRoute,
  readMemo: (kept) => refundPlan.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    fetchChanged();
    if (!watched) tellOrderOutcome(outcome, command, `${command.title} is made`);
  },
};
