import { z } from 'zod';
import type { Shelf, ShelfPrice, ShelfProduct } from '#domain/menu/shelf.ts';
import { centsOf } from '#domain/money.ts';
import { PRINCIPAL_KINDS } from '#domain/permissions.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { configId, configName, configType, menuConfigData, rowVersion } from './menu-config.ts';
import { MENU_TAGS } from './menus.ts';
import { route } from './route.ts';
import { schedule, storeTv } from './store-configs.ts';
import { day, idText, instant, locationId, money, productId, quantity, success, text } from './wire.ts';

/** What screens and customers' phones read: what a shop window shows, and nothing else. Rule: menus/nothing-leaks. */

const menuPrice = z
  .object({
    label: z
      .string()
      .nullable()
      .meta({ description: 'Of the tier or the variation; null for a product with one price.', examples: ['3.5 g'] }),
    price: money,
    was: money.nullable().describe('The regular price while a reduced one holds; null otherwise.'),
    short: z.boolean().describe('The stock does not cover it.'),
  })
  .meta({ id: 'MenuPrice', description: 'One way to buy a product.' });

export const availability = {
  id: productId,
  in_stock: z.boolean().describe('Whether any is left.'),
  left: quantity
    .nullable()
    .describe(
      "How much is left, below what a theme of the location asks for; for strangers, a theme of the customers' menu. Null otherwise.",
    ),
};

const menuProduct = z
  .object({
    ...availability,
    name: z.string().meta({ description: 'Name.', examples: ['Blue Ridge Mist'] }),
    category_ids: z.array(z.int()).describe('Its categories and those above them.'),
    image: z
      .string()
      .nullable()
      .meta({ description: 'Address of the picture; null without one.', examples: ['/pictures/blue-ridge-mist.webp'] }),
    prices: z.array(menuPrice).describe('Prices, smallest first.'),
    changes: z
      .array(z.object({ from: instant.describe('From when on.'), prices: z.array(menuPrice).describe('Prices then.') }))
      .describe('Prices of the coming week that are known already.'),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: 'Blueprint fields; never costs or suppliers.', examples: [{ strain_type: 'Hybrid' }] }),
  })
  .meta({ id: 'MenuProduct', description: 'A published product as everybody may see it.' });
export type WireMenuProduct = z.output<typeof menuProduct>;

export const shelfVersion = z.string().meta({
  description: 'Names this state of products, prices and availability; the same for every server.',
  examples: ['412.7731-9f31c0de'],
});

export const menuShelf = z
  .object({
    version: shelfVersion,
    categories: z
      .array(
        z.object({
          id: z.int().meta({ description: 'Id of the category.', examples: [25] }),
          name: z.string().meta({ description: 'Name.', examples: ['Flower'] }),
          slug: z.string().meta({ description: 'Name in addresses.', examples: ['flower'] }),
          former: z
            .array(z.string())
            .readonly()
            .optional()
            .describe('Ids and slugs that named it before, by which layouts may name it still.'),
        }),
      )
      .describe('Categories in the order of the catalogue.'),
    products: z
      .array(menuProduct)
      .describe('Published products that the location carries, in the order of the catalogue.'),
  })
  .meta({ id: 'MenuShelf', description: 'What a location offers.' });
export type WireMenuShelf = z.output<typeof menuShelf>;

const where = idText.optional().meta({
  description: 'Id of the location: required unless a device or somebody at a location asks.',
  examples: ['20'],
});

/** Said by a paired screen, in whose browser somebody may be signed in. */
export const paired = z
  .literal('true')
  .optional()
  .describe('Sent by a paired screen: its own cookie counts, and not that of somebody who is signed in beside it.');

export const menuShelfRoute = route({
  name: 'menuShelf',
  method: 'GET',
  path: '/api/menus/shelf',
  access: 'public',
  admits: PRINCIPAL_KINDS,
  summary: 'What a location offers',
  description:
    "Open to everybody while the customers' menu of the location is; carries an ETag. Staff and devices of the location get it whether that menu is open or not; those of another one get what everybody gets. No costs, suppliers, counts or customers.",
  tags: MENU_TAGS,
  query: z.object({
    location_id: where,
    paired,
    category: text(1000)
      .optional()
      .meta({ description: 'Only these: ids or slugs, with commas between them.', examples: ['flower,26'] }),
    left_below: z
      .string()
      .regex(/^\d{1,4}$/, 'is not a whole number')
      .transform(Number)
      .optional()
      .describe('For previews: tells stock below this; staff only, others are not heard.'),
  }),
  reply: success({ data: menuShelf }),
  refusals: ['location_required', 'not_found'],
  example: { query: { location_id: 20, category: 'flower' } },
});

const shown = z
  .object({
    layout_id: configId.nullable().describe('The layout; null for the plain one.'),
    theme_id: configId.nullable().describe('The theme; null for the plain one.'),
  })
  .describe('What is shown.');

const menuDisplay = z
  .object({
    revision: z.int().meta({
      description: 'Counts changes of menus, TVs and schedules of the location. A screen reports it.',
      examples: [7],
    }),
    location: z
      .object({
        id: locationId,
        name: z.string().meta({ description: 'Name.', examples: ['Charlotte Central'] }),
        time_zone: z.string().meta({ description: 'Time zone.', examples: ['America/New_York'] }),
        opening_hours: z
          .array(
            z.object({
              weekday: z.int().describe('1 is Monday.'),
              opens: z.string().meta({ description: 'When it opens.', examples: ['09:00'] }),
              closes: z.string().meta({ description: 'When it closes.', examples: ['21:00'] }),
            }),
          )
          .describe('When it is open; empty when it has not said.'),
        closed_days: z.array(day).describe('Days of the coming month on which it is closed.'),
      })
      .describe('Where.'),
    device: z
      .object({
        id: z.int().describe('Id of the device.'),
        device_name: z.string().meta({ description: 'Its name.', examples: ['Window'] }),
      })
      .nullable()
      .describe('The paired device that asks; null for others.'),
    tv: storeTv
      .omit({ layout_name: true, theme_name: true })
      .nullable()
      .describe('The TV; null when none was named or set up.'),
    usual: shown.describe('What is shown outside of the schedule.'),
    schedule,
    showing: shown
      .extend({
        name: z.string().meta({ description: 'Of the time of the schedule that holds.', examples: ['Happy hour'] }),
        until: instant.nullable().describe('When something else is shown; null when nothing is planned for a week.'),
      })
      .describe('What is shown now, or at `as_of`.'),
    configs: z
      .array(
        z.object({
          id: configId,
          name: configName,
          config_type: configType,
          version: rowVersion,
          config_data: menuConfigData,
        }),
      )
      .describe('All that is named above.'),
    now: instant.describe("The server's clock."),
  })
  .meta({ id: 'MenuDisplay', description: 'All that a screen needs beside the shelf.' });
export type WireMenuDisplay = z.output<typeof menuDisplay>;

export const menuDisplayRoute = route({
  name: 'menuDisplay',
  method: 'GET',
  path: '/api/menus/display',
  access: 'public',
  admits: PRINCIPAL_KINDS,
  summary: 'What a screen shows',
  description:
    "For a device: its TV. For others: a TV by `tv_number`, or the customers' menu, which shows what is active or else the fallback. The screen follows the schedule by itself.",
  tags: MENU_TAGS,
  query: z.object({
    location_id: where,
    paired,
    tv_number: idText.optional().describe('Number of a TV.'),
    as_of: z.iso
      .datetime()
      .refine((at) => /^20\d\d-/.test(at), 'is not of this century')
      .optional()
      .meta({ description: 'Answers `showing` for this instant.', examples: ['2026-11-27T21:30:00Z'] }),
  }),
  reply: success({ data: menuDisplay }),
  refusals: ['location_required', 'not_found'],
  example: { query: { location_id: 20 } },
});

function priceOf({ label, price, was, short }: z.output<typeof menuPrice>): ShelfPrice {
  return { label, cents: centsOf(price), wasCents: was === null ? null : centsOf(was), isShort: short };
}

/** The shelf as menus draw it. */
export function shelfOf({ categories, products }: WireMenuShelf): Shelf {
  return {
    categories,
    products: products.map((product): ShelfProduct => ({
      id: product.id,
      name: product.name,
      categoryIds: product.category_ids,
      image: product.image,
      inStock: product.in_stock,
      leftMilli: product.left === null ? null : fromQuantityNumber(product.left),
      prices: product.prices.map(priceOf),
      changes: product.changes.map(({ from, prices }) => ({ fromMs: Date.parse(from), prices: prices.map(priceOf) })),
      fields: product.fields,
    })),
  };
}
