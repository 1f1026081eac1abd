/**
 * Audit rows for movements that a test made with `move_stock` itself, in the form with one row for each movement.
 * The product's own code writes them with the change. Works on the schemas of older builds, too.
 */
export const TELL_STOCK = `
  insert into audit_trail (at, action, entity, entity_id, actor_id, location_id, details)
    select m.created_at, m.action, 'stock', m.product_id || coalesce('-' || m.variation_id, ''), m.actor_id, m.location_id,
           jsonb_build_object('delta', m.delta, 'after', m.quantity_after, 'reason', m.reason)
      from stock_movements m
     where m.order_id is null and m.batch_id is null and m.purchase_order_id is null
       and to_jsonb(m) ->> 'transfer_id' is null and to_jsonb(m) ->> 'conversion_id' is null
       and not exists (select 1 from audit_trail a where a.entity = 'stock' and a.at = m.created_at and a.action = m.action
                          and a.entity_id = m.product_id || coalesce('-' || m.variation_id, ''))
       and not exists (select 1 from audit_trail a, jsonb_array_elements(a.details -> 'movements') e where (e ->> 0)::bigint = m.id)`;
