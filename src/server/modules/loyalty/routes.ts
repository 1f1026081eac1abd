import type { FastifyInstance } from 'fastify';
import {
  adjustPointsRoute,
  balanceRoute,
  bulkPointsRoute,
  pointsHistoryRoute,
  redeemApplyRoute,
  redeemCalculateRoute,
} from '#contract/loyalty.ts';
import { changeLoyaltySettingsRoute, loyaltySettingsRoute } from '#contract/loyalty-settings.ts';
import { changeProductPointsRoute, productPointsRoute } from '#contract/product-points.ts';
import { toMoney } from '#contract/wire.ts';
import { redeemable } from '#domain/loyalty-points.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { REPEATED, serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { listPeople } from '#server/modules/customers/service.ts';
import { adjustPoints, getHistory } from './ledger.ts';
import { changeBonus, getProductPoints } from './product-points.ts';
import { selectSettings, selectSettingsRow } from './queries.ts';
import { calculateRedemption, getBalance, type Redeemed } from './service.ts';
import { changeSettings, toWireSettings } from './settings.ts';

function toReply({ points, discountCents, balance, settings }: Redeemed) {
  return success({ points, discount: toMoney(discountCents), balance, points_label: settings.label });
}

/** Points: what customers have, how they are earned, and entries by hand. Rule: loyalty/calls. */
export function registerLoyalty(app: FastifyInstance): void {
  serve(
    app,
    balanceRoute,
    async ({ db, params }) => {
      const { balance, settings } = await getBalance(db, params.id);
      const now = redeemable(balance, settings);
      return success({
        balance,
        points_label: settings.label,
        redeemable_points: now.points,
        redeemable_amount: toMoney(now.discountCents),
      });
    },
    REPEATED,
  );

  serve(app, pointsHistoryRoute, async ({ db, staff, params, query }) =>
    success(await getHistory(db, staff, params.id, query)),
  );

  serveWrite(app, adjustPointsRoute, async ({ tx, staff, params, body, emit }) => {
    const adjusted = await adjustPoints(tx, staff, params.id, body);
    emit({ type: 'customers', customer_id: params.id });
    return success(adjusted);
  });

  serve(app, loyaltySettingsRoute, async ({ db }) => success(toWireSettings(await selectSettingsRow(db))), REPEATED);

  serveWrite(app, changeLoyaltySettingsRoute, async ({ tx, staff, body, emit }) => {
    const after = await changeSettings(tx, staff, body);
    emit({ type: 'catalogue' });
    return success(toWireSettings(after));
  });

  serve(app, redeemCalculateRoute, async ({ db, body }) =>
    toReply(await calculateRedemption(db, body.user_id, body.points)),
  );

  serve(app, redeemApplyRoute, async ({ db, body }) =>
    toReply(await calculateRedemption(db, body.user_id, body.points, body.cart_total)),
  );

  serve(app, productPointsRoute, async ({ db, params }) => success(await getProductPoints(db, params.id)), REPEATED);

  serveWrite(app, changeProductPointsRoute, async ({ tx, staff, params, body, emit }) => {
    await changeBonus(tx, staff, params.id, body);
    emit({ type: 'catalogue', product_ids: [params.id] });
    return success(await getProductPoints(tx, params.id));
  });

  serve(app, bulkPointsRoute, async ({ db, staff, query }) => {
    const [{ data, meta }, { label }] = await Promise.all([
      listPeople(db, staff, { ...query, role: 'customer' }),
      selectSettings(db),
    ]);
    return success({
      users: data.map(({ id, username, email, display_name, points_balance }) => ({
        id,
        username,
        email: isPlaceholderEmail(email) ? '' : email,
        display_name,
        balance: points_balance,
      })),
      points_label: label,
      pagination: { total: meta.total, total_pages: meta.pages, page: meta.page, per_page: meta.per_page },
    });
  });
}
