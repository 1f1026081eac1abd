import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRAFT_KINDS, draft } from '#contract/assistant-cards.ts';
import { chatMessage, run } from '#contract/assistant-history.ts';
import { PROVIDERS } from '#contract/assistant-settings.ts';
import { askBackupRoute } from '#contract/backups.ts';
import { LONGEST_TITLE } from '#contract/commands.ts';
import { customerFlag } from '#contract/customers.ts';
import { jobsRoute } from '#contract/jobs.ts';
import { JOB_STATES, MOST_OFFSET_IN } from '#contract/label-printers.ts';
import type { PrintMethod } from '#contract/label-prints.ts';
import { pointsEvent } from '#contract/loyalty.ts';
import { PRODUCT_STATUSES } from '#contract/managed-products.ts';
import { ORDER_STATUSES } from '#contract/orders.ts';
import { changeStaffRoute } from '#contract/staff.ts';
import { supplier } from '#contract/suppliers.ts';
import { MAX_SNAPSHOT_BYTES, sendTvCommandRoute, tvCommandLogRoute } from '#contract/tv.ts';
import { wooProductsRoute } from '#contract/woocommerce-products.ts';
import { FIELD_TYPES } from '#domain/field-value.ts';
import { MAX_HELD_NAME_LENGTH } from '#domain/held-cart.ts';
import { MOST_PRINTED } from '#domain/labels/pages.ts';
import { PRINTER_DPIS } from '#domain/labels/zpl.ts';
import { MAX_BONUS_POINTS, MAX_POINTS, POINT_ROUNDINGS } from '#domain/loyalty-points.ts';
import { CONFIG_TYPES, ORIENTATIONS } from '#domain/menu/menu-config.ts';
import { HUNDRED_PERCENT, MAX_AMOUNT_CENTS } from '#domain/money.ts';
import { CHANGEABLE_ROLES, PRINCIPAL_KINDS, ROLES } from '#domain/permissions.ts';
import { PICTURE_SIZES } from '#domain/picture.ts';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { MAX_QUANTITY_MILLI, MAX_STOCK_MILLI } from '#domain/quantity.ts';
import { MAX_LOGO_DOTS, PAPER_WIDTHS_MM, QR_CONTENTS } from '#domain/receipt-paper.ts';
import { WHOLE_PPM } from '#domain/tax.ts';
import { PAYMENT_TITLES, TENDER_METHODS, TOLERANCE_CENTS } from '#domain/tender.ts';
import { MAX_STEP_MILLI, UNITS } from '#domain/unit.ts';
import type { endHold } from '#server/modules/held-carts/held-carts.ts';
import type { PriceChangeRow } from '#server/modules/orders/order-row.ts';
import type { RefundRow } from '#server/modules/orders/refund/refund-queries.ts';
import type { StockMove } from '#server/stock/stock-moves.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function constraint(name: string): Promise<string> {
  const { rows } = await database.pool.query<{ rule: string }>(
    'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
    [name],
  );
  return rows[0]?.rule ?? '';
}

/** The first quantity above a bound in thousandths. */
const beyond = (mostMilli: number): number => (mostMilli + 1) / 1000;

it.each([
  ['orders_rounding_small', [TOLERANCE_CENTS]],
  ['order_lines_total_in_bounds', [0, MAX_AMOUNT_CENTS]],
  ['order_lines_quantity_in_bounds', [0, beyond(MAX_QUANTITY_MILLI)]],
  ['stock_levels_in_bounds', [0, beyond(MAX_STOCK_MILLI)]],
  ['order_taxes_add_up', [2, WHOLE_PPM, 2 * WHOLE_PPM]],
  ['tax_rates_below_one', [0, WHOLE_PPM]],
  ['purchase_orders_tax_adds_up', [2, HUNDRED_PERCENT, 2 * HUNDRED_PERCENT]],
  ['margin_settings_floor', [0, HUNDRED_PERCENT]],
  ['products_prices_in_bounds', [0, MAX_AMOUNT_CENTS]],
  ['variations_prices_in_bounds', [0, MAX_AMOUNT_CENTS]],
  ['products_floor_in_bounds', [0, MAX_AMOUNT_CENTS]],
  ['item_costs_in_bounds', [0, MAX_AMOUNT_CENTS]],
  ['products_bonus_points_in_bounds', [0, MAX_BONUS_POINTS]],
  ['products_step_in_bounds', [0, MAX_STEP_MILLI / 1000]],
  ['points_balances_in_bounds', [MAX_POINTS]],
  ['points_events_in_bounds', [MAX_POINTS]],
  ['held_carts_name_given', [MAX_HELD_NAME_LENGTH]],
  ['label_prints_copies_in_bounds', [1, MOST_PRINTED]],
  ['label_print_jobs_copies_in_bounds', [1, MOST_PRINTED]],
  ['label_printers_offsets', [MOST_OFFSET_IN]],
  ['pictures_size_known', [1, PICTURE_SIZES.large]],
  ['receipt_logos_fit', [1, MAX_LOGO_DOTS.height, MAX_LOGO_DOTS.width]],
  ['tv_snapshots_bounded', [1, MAX_SNAPSHOT_BYTES]],
  ['unsettled_commands_title_length', [1, LONGEST_TITLE]],
])('%s has the figures of the domain', async (name, figures) => {
  const written = (await constraint(name)).match(/(?<![\w.])\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  expect([...new Set(written)].toSorted((a, b) => a - b)).toEqual(figures);
});

/** The words of a type that the code has no list of: the compiler compares them. */
const words = <Word extends string>(all: Readonly<Record<Word, true>>): string[] => Object.keys(all);

const backupRun = askBackupRoute.reply.shape.data.shape;

/** The words of every constraint that lists what a column may hold, as the code has them. */
const LISTED: Readonly<Record<string, readonly (string | number)[]>> = {
  ai_drafts_kind_known: DRAFT_KINDS,
  ai_drafts_state_known: draft.shape.state.options,
  ai_messages_role_known: chatMessage.shape.role.options,
  ai_messages_state_known: chatMessage.shape.state.options,
  ai_runs_state_known: run.shape.state.options,
  ai_settings_provider_known: PROVIDERS,
  backup_runs_kind_known: backupRun.kind.options,
  backup_runs_state_known: backupRun.state.options,
  blueprint_fields_type_known: FIELD_TYPES,
  customer_details_flag_known: customerFlag.shape.kind.options,
  held_carts_ended_as_known: words<Parameters<typeof endHold>[3]>({ resumed: true, burned: true }),
  jobs_state_known: jobsRoute.query.shape.state.unwrap().options,
  label_print_jobs_state_known: JOB_STATES,
  label_printers_dpi: PRINTER_DPIS,
  label_prints_method_known: words<PrintMethod>({ window: true, quick: true, pdf: true, zpl: true, printer: true }),
  locations_receipt_paper: PAPER_WIDTHS_MM,
  locations_receipt_qr: QR_CONTENTS,
  loyalty_settings_rounding_known: POINT_ROUNDINGS,
  machines_kind_known: PRINCIPAL_KINDS.filter((kind) => kind !== 'staff'),
  menu_configs_type_known: CONFIG_TYPES,
  order_line_price_changes_kind_known: words<PriceChangeRow['kind']>({
    override: true,
    discount: true,
    adjustment: true,
  }),
  order_line_price_changes_source_known: words<NonNullable<PriceChangeRow['source']>>({
    staff: true,
    deal: true,
    points: true,
    tax_rule: true,
  }),
  order_payments_method_known: TENDER_METHODS,
  order_refund_tenders_method_known: TENDER_METHODS,
  order_refunds_kind_known: words<RefundRow['kind']>({ lines: true, status: true }),
  order_refunds_to_known: TENDER_METHODS,
  order_tenders_method_known: TENDER_METHODS,
  orders_payment_known: Object.keys(PAYMENT_TITLES),
  orders_status_known: ORDER_STATUSES,
  points_events_type_known: pointsEvent.shape.type.options,
  products_status_known: PRODUCT_STATUSES,
  products_type_known: wooProductsRoute.query.shape.type.unwrap().options,
  products_unit_known: UNITS,
  purchase_orders_status_known: PO_STATUSES,
  receipt_settings_paper: PAPER_WIDTHS_MM,
  receipt_settings_qr: QR_CONTENTS,
  role_settings_role_known: CHANGEABLE_ROLES,
  // Former releases recorded goods that a purchase order brought as `purchase_order`.
  stock_movements_action_known: [
    ...words<StockMove['action']>({
      audit: true,
      opening_stock: true,
      inventory_update: true,
      manual_adjustment: true,
      restock: true,
      stock_transfer: true,
      stock_conversion: true,
      order_deduction: true,
      order_reversal: true,
      order_refund: true,
    }),
    'purchase_order',
  ],
  store_tvs_orientation_known: ORIENTATIONS,
  suppliers_status_known: supplier.shape.status.options,
  tv_commands_status_known: tvCommandLogRoute.reply.shape.data.element.shape.status.options,
  tv_commands_type_known: sendTvCommandRoute.body.shape.command_type.options,
  tv_snapshots_media_known: ['image/webp', 'image/png', 'image/jpeg'],
  users_role_known: ROLES,
  // Merging and forgetting write the last two, in SQL only.
  users_status_known: [...changeStaffRoute.body.shape.status.unwrap().options, 'merged', 'forgotten'],
};

it('lists the words of the domain, and no other constraint lists any', async () => {
  const { rows } = await database.pool.query<{ name: string; listed: string }>(
    `select conname as name, substring(pg_get_constraintdef(oid) from '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$') as listed
       from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const wordsOf = (listed: string): string[] => listed.split(', ').map((word) => word.replace(/^'(.*)'::text$/, '$1'));
  const written = rows.flatMap(({ name, listed }) => (listed === null ? [] : [[name, wordsOf(listed).toSorted()]]));
  const known = Object.entries(LISTED).map(([name, list]) => [name, list.map(String).toSorted()]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(known));
});
