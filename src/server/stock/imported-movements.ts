/** Movements that belong to no order, count, receipt, transfer or conversion: somebody's own hand, or an import. */
export const BY_HAND = `
  select m.* from stock_movements m
   where m.order_id is null and m.batch_id is null and m.receipt_id is null and m.transfer_id is null
     and m.conversion_id is null and m.purchase_order_id is null`;

/**
 * A query for the number and the digest of the movements of one import, as jsonb. They are those at its
 * location and instant that are of its author, or of nobody, as imports of older builds are. The parameters are SQL expressions.
 */
export const importedMovements = (location: string, at: string, actor: string): string => `
  select jsonb_build_object('rows', count(*), 'sha256', encode(sha256(convert_to(
           coalesce(string_agg(row(id, product_id, variation_id, delta, action)::text, E'\\n' order by id), ''), 'UTF8')), 'hex'))
    from (${BY_HAND} and m.location_id = ${location} and m.created_at = ${at} and (m.actor_id is null or m.actor_id = ${actor})) m`;
