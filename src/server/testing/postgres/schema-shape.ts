import type { Connection } from '#server/db/connection.ts';
import { asClient } from './database-contents.ts';

/**
 * Everything a database consists of but for its rows: two with the same shape run the same product. The order of columns is
 * left out, because an added column is always the last one.
 */
const SHAPE = `
  select 'table ' || c.relname as what, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions) as shape
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'S')
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select 'column ' || c.relname || '.' || a.attname,
         concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) || ' ' || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'index ' || c.relname, pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
  union all
  select 'view ' || viewname, definition from pg_views where schemaname = 'public'
  union all
  select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle)
    from pg_sequences where schemaname = 'public'
  union all
  select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'trigger ' || tgrelid::regclass || ' ' || tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
  order by 1`;

export async function schemaShape(connection: Connection): Promise<Record<string, string>> {
  return asClient(connection, async (client) => {
    const { rows } = await client.query<{ what: string; shape: string }>(SHAPE);
    return Object.fromEntries(rows.map(({ what, shape }) => [what, shape]));
  });
}
