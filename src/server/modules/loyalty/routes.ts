import type { FastifyInstance } from 'fastify';
import { balanceRoute, loyaltySettingsRoute, redeemApplyRoute, redeemCalculateRoute } from '#contract/loyalty.ts';
import { toMoney } from '#contract/wire.ts';
import { REPEATED, serve } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { selectSettings } from './queries.ts';
import { calculateRedemption, getBalance, type Redemption } from './service.ts';

function toReply({ points, discountCents, balance, settings }: Redemption) {
  return success({ points, discount: toMoney(discountCents), balance, points_label: settings.label });
}

/** Looks up points and works out their value; none of these calls moves any. Rule: loyalty/calls. */
export function registerLoyalty(app: FastifyInstance): void {
  serve(
    app,
    balanceRoute,
    async ({ db, params }) => {
      const { balance, settings } = await getBalance(db, params.id);
      return success({ balance, points_label: settings.label });
    },
    REPEATED,
  );

  serve(
    app,
    loyaltySettingsRoute,
    async ({ db }) => {
      const settings = await selectSettings(db);
      return success({
        earn_points: settings.earnPoints,
        earn_amount: toMoney(settings.earnCents),
        redeem_points: settings.redeemPoints,
        redeem_amount: toMoney(settings.redeemCents),
        points_label: settings.label,
      });
    },
    REPEATED,
  );

  serve(app, redeemCalculateRoute, async ({ db, body }) =>
    toReply(await calculateRedemption(db, body.user_id, body.points)),
  );

  serve(app, redeemApplyRoute, async ({ db, body }) =>
    toReply(await calculateRedemption(db, body.user_id, body.points, body.cart_total)),
  );
}
