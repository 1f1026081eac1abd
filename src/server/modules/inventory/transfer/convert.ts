import { sql } from 'kysely';
import type { StockEvent } from '#contract/live.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import type { convertStockRoute } from '#contract/transfers.ts';
import { toQuantity } from '#contract/wire.ts';
import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import { type Milli, toMilli, toNumericText } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { type ConversionCommandRefused, conversionDraw } from '#domain/stock-conversion.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireItems, requireLocationName } from '#server/stock/stock-items.ts';
import { moveStock, stockEventOf } from '#server/stock/stock-moves.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { toMovedStock } from '../count/adjust.ts';

type Body = BodyOf<typeof convertStockRoute>;
type Conversion = ReplyOf<typeof convertStockRoute>['data'];

const SENTENCE: Record<ConversionCommandRefused['code'], string> = {
  same_item: 'An item is converted into another one.',
  quantity_not_valid: 'The quantities of a conversion must be above zero, and what can be counted.',
  conversion_ratio_invalid: 'The conversion ratio needs amounts above zero and units, and must take something.',
};

/**
 * Converts one item into another at one location in one step: the jar of the first loses what the ratio says (or what
 * was weighed), and the second gains the output.
 * @throws Refusal `out_of_stock` with `lines`; `same_item`; `quantity_not_valid`; `conversion_ratio_invalid`;
 * `product_unknown`; `not_allowed` for another location
 */
export async function convertStock(
  tx: Tx,
  staff: Staff,
  body: Body,
): Promise<{ conversion: Conversion; event: StockEvent }> {
  const locationId = locationToWrite(staff, body.location_id);
  await requireLocationName(tx, locationId);
  const from = { productId: body.from.product_id, variationId: body.from.variation_id };
  const to = { productId: body.to.product_id, variationId: body.to.variation_id };
  const ratio: ConversionRatio = {
    inputMilli: body.conversion_ratio.input_amount,
    inputUnit: body.conversion_ratio.input_unit,
    outputMilli: body.conversion_ratio.output_amount,
    outputUnit: body.conversion_ratio.output_unit,
  };
  const outputMilli = body.output_quantity;
  const drawn = conversionDraw({ from, to, outputMilli, ratio, measuredInputMilli: body.input_quantity });
  if (!drawn.ok) throw new Refusal(drawn.refused.code, SENTENCE[drawn.refused.code]);
  const [source, target] = await requireItems(tx, [from, to]);
  if (!source || !target) throw new Error('two items were asked for');

  const inputMilli = drawn.value;
  const reason = body.reason?.trim() ?? '';
  const wireRatio = {
    ...body.conversion_ratio,
    input_amount: toQuantity(ratio.inputMilli),
    output_amount: toQuantity(ratio.outputMilli),
  };
  const { id, number, createdAt } = await insertConversion(tx, {
    ...{ locationId, actorId: staff.id, from, to, inputMilli, outputMilli, reason },
    ratio: wireRatio,
  });
  const shared = { conversion_number: number, conversion_ratio: wireRatio };
  const move = { action: 'stock_conversion' as const, conversionId: id };
  const moved = await moveStock(
    tx,
    { locationId, actorId: staff.id },
    [
      {
        ...from,
        ...move,
        deltaMilli: toMilli(-inputMilli),
        reason: reason || `Converted into ${target.name}`,
        details: { direction: 'out', other_product: target.name, other_product_id: to.productId, ...shared },
      },
      {
        ...to,
        ...move,
        deltaMilli: outputMilli,
        reason: reason || `Made from ${source.name}`,
        details: { direction: 'in', other_product: source.name, other_product_id: from.productId, ...shared },
      },
    ],
    stockUnits,
  );
  const [taken, made] = moved;
  if (!taken || !made) throw new Error('a conversion is two movements');
  await recordChange(tx, staff, {
    action: 'stock_converted',
    entity: 'stock_conversion',
    entityId: number,
    details: { location_id: locationId, input: toQuantity(inputMilli), output: toQuantity(outputMilli) },
  });
  return {
    conversion: {
      id,
      conversion_number: number,
      location_id: locationId,
      reason,
      user_name: staff.name,
      created_at: createdAt.toISOString(),
      taken: toMovedStock(taken, taken.deltaMilli),
      made: toMovedStock(made, made.deltaMilli),
    },
    event: stockEventOf(locationId, moved),
  };
}

interface NewConversion {
  readonly locationId: number;
  readonly actorId: number;
  readonly from: StockItem;
  readonly to: StockItem;
  readonly inputMilli: Milli;
  readonly outputMilli: Milli;
  readonly ratio: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

async function insertConversion(tx: Tx, made: NewConversion): Promise<{ id: number; number: string; createdAt: Date }> {
  const { rows } = await sql<{ id: number; number: string; createdAt: Date }>`
    INSERT INTO stock_conversions (id, conversion_number, location_id, actor_id, from_product_id, from_variation_id,
        to_product_id, to_variation_id, input_quantity, output_quantity, ratio, reason)
      SELECT n, 'CV-' || n, ${made.locationId}, ${made.actorId}, ${made.from.productId}, ${made.from.variationId}::integer,
             ${made.to.productId}, ${made.to.variationId}::integer, ${toNumericText(made.inputMilli)},
             ${toNumericText(made.outputMilli)}, ${JSON.stringify(made.ratio)}::jsonb, ${made.reason}
        FROM nextval(pg_get_serial_sequence('stock_conversions', 'id')) AS n
    RETURNING id, conversion_number AS number, created_at AS "createdAt"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a conversion was not written');
  return row;
}
