import { sql } from 'kysely';
import { z } from 'zod';
import { calculated } from '#domain/arithmetic.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { listFields } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { openIn } from './open-in.ts';
import { column, tool } from './tool.ts';
import { may } from '#server/http/guard/session.ts';

export const locations = tool({
  name: 'locations',
  description: 'Locations that the person may see, with the ids that other tools take.',
  permission: 'see-stock',
  parameters: z.object({}),
  run: async ({ db, staff, limit }) => {
    const seesAll = may(staff, 'switch-location');
    const { rows } = await sql<{ id: number; name: string; time_zone: string; here: string; total: number }>`
      SELECT id, name, time_zone, CASE WHEN id = ${staff.locationId} THEN 'yes' ELSE '' END AS here,
             count(*) OVER ()::integer AS total FROM locations
       WHERE closed_at IS NULL AND (${seesAll} OR id = ${staff.locationId}) ORDER BY id LIMIT ${limit}`.execute(db);
    return {
      title: 'Locations',
      columns: [
        column('id', 'Id', 'number'),
        column('name', 'Location'),
        column('time_zone', 'Time zone'),
        column('here', 'Works here'),
      ],
      rows: rows.map(({ id, name, time_zone, here }) => ({ id, name, time_zone, here })),
      total: rows[0]?.total ?? 0,
      location: '',
    };
  },
});

export const categories = tool({
  name: 'categories',
  description: 'Categories of products, with the number of products for sale in each.',
  permission: 'see-stock',
  parameters: z.object({}),
  run: async ({ db, limit }) => {
    const { rows } = await sql<{ id: number; name: string; parent: string | null; products: number; total: number }>`
      SELECT c.id, c.name, (SELECT k.name FROM categories k WHERE k.id = c.parent_id) AS parent, coalesce(n.products, 0) AS products,
             count(*) OVER ()::integer AS total
        FROM categories c LEFT JOIN (SELECT i.id, count(*)::integer AS products FROM products p, unnest(p.category_ids) AS i(id)
               WHERE p.status = 'publish' GROUP BY i.id) AS n(id, products) ON n.id = c.id
       ORDER BY lower(c.name), c.id LIMIT ${limit}`.execute(db);
    return {
      title: 'Categories',
      columns: [
        column('id', 'Id', 'number'),
        column('name', 'Category'),
        column('parent', 'In'),
        column('products', 'Products', 'number'),
      ],
      rows: rows.map(({ id, name, parent, products }) => ({ id, name, parent, products })),
      total: rows[0]?.total ?? 0,
      location: '',
      open: openIn('products', 'Products', {}),
    };
  },
});

export const blueprintFields = tool({
  name: 'blueprint_fields',
  description:
    'Fields that products carry (effect, lineage, strain type and so on), by blueprint; or their values, for one field.',
  permission: 'see-stock',
  parameters: z.object({
    blueprint: z.string().max(100).optional().describe('Name of a blueprint, such as Flower.'),
    field: z
      .string()
      .max(100)
      .optional()
      .describe('Name of a field: lists its values and how many products have each.'),
  }),
  run: async ({ db, staff, limit }, { blueprint, field }) => {
    const seesCosts = may(staff, 'see-costs');
    if (field !== undefined) {
      if (isCostKey(field) && !seesCosts)
        throw new Refusal('not_allowed', 'Your role does not allow you to see costs.');
      const { rows } = await sql<{ value: string; products: number; total: number }>`
        SELECT left(meta ->> ${`_blueprint_${field}`}, 200) AS value, count(*)::integer AS products, count(*) OVER ()::integer AS total
          FROM products WHERE status = 'publish' AND coalesce(meta ->> ${`_blueprint_${field}`}, '') <> ''
         GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(db);
      return {
        title: `Values of ${field}`,
        columns: [column('value', 'Value'), column('products', 'Products', 'number')],
        rows: rows.map(({ value, products }) => ({ value, products })),
        total: rows[0]?.total ?? 0,
        location: '',
      };
    }
    const fields = (await listFields(db, blueprint)).filter(({ name }) => seesCosts || !isCostKey(name));
    return {
      title: `Blueprint fields${blueprint ? ` of ${blueprint}` : ''}`,
      columns: [column('name', 'Field'), column('label', 'Label'), column('type', 'Type'), column('about', 'About')],
      rows: fields
        .slice(0, limit)
        .map(({ name, label, type, description }) => ({ name, label, type, about: description })),
      total: fields.length,
      location: '',
    };
  },
});

export const calculate = tool({
  name: 'calculate',
  description:
    'Arithmetic done by the server, exactly, with + - * / and brackets, such as (1250.40 - 980.15) / 980.15 * 100. Use it for every figure that no other tool gives.',
  permission: 'use-assistant',
  parameters: z.object({
    expression: z.string().min(1).max(500).describe('What is to be calculated.'),
    decimals: z.int().min(0).max(6).default(2).describe('Decimals of the result.'),
  }),
  run: (_asked, { expression, decimals }) => {
    const result = calculated(expression, decimals);
    if (!result.ok) throw new Refusal('not_valid', result.refused.sentence);
    return Promise.resolve({
      title: 'Calculation',
      columns: [column('expression', 'Expression'), column('result', 'Result')],
      rows: [{ expression, result: result.value }],
      location: '',
    });
  },
});
