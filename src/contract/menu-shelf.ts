import { z } from 'zod';
import type { Shelf, ShelfPrice, MenuProduct } from '#domain/menu/shelf.ts';
import { centsOf } from '#domain/money.ts';
import { PRINCIPAL_KINDS } from '#domain/permissions.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { configId, configName, configType, menuConfigData, rowVersion } from './menu-config.ts';
import { MENU_TAGS } from './menus.ts';
import { route } from './route.ts';
import { schedule, storeTv } from './store-configs.ts';
import { day, idText, instant, locationId, money, productId, quantity, success, text } from './wire.ts';

/** Screens know planned prices this many days ahead. Rules: menus/planned-prices, menus/preview. */
export const PRICED_DAYS = 7;

/** Data for screens and customers' phones. It has public facts only. Rule: menus/nothing-leaks. */

const menuPrice = z
  .object({
    label: z
      .string()
      .nullable()
      .meta({ description: 'Label of the tier or variation; null for a product with one price.', examples: ['3.5 g'] }),
    price: money,
    was: money.nullable().describe('The regular price while a reduced one holds; null otherwise.'),
    short: z.boolean().describe('True if the stock does not cover it.'),
  })
  .meta({ id: 'MenuPrice', description: 'One way to buy a product.' });

export const availability = {
  id: productId,
  in_stock: z.boolean().describe('True if any is left.'),
  left: quantity
    .nullable()
    .describe(
      "Remaining stock, if it is below the limit in a theme of the location (for callers outside the location, in a theme of the customers' menu); null otherwise.",
    ),
};

const menuProduct = z
  .object({
    ...availability,
    name: z.string().meta({ description: 'Name.', examples: ['Blue Ridge Mist'] }),
    unit: z.string().meta({ description: 'Unit that `left` is counted in; empty for pieces.', examples: ['g'] }),
    category_ids: z.array(z.int()).describe('Its categories and those above them.'),
    image: z
      .string()
      .nullable()
      .meta({ description: 'Address of the picture; null without one.', examples: ['/pictures/blue-ridge-mist.webp'] }),
    prices: z.array(menuPrice).describe('Prices, smallest first.'),
    changes: z
      .array(
        z.object({
          from: instant.describe('Start of these prices.'),
          prices: z.array(menuPrice).describe('Prices from then on.'),
        }),
      )
      .describe('Later prices of the coming week.'),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: 'Blueprint fields; never costs or suppliers.', examples: [{ strain_type: 'Hybrid' }] }),
  })
  .meta({ id: 'MenuProduct', description: 'The public facts of a published product.' });
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
            .describe('Former ids and slugs, which layouts may still use.'),
        }),
      )
      .describe('Categories in the order of the catalogue.'),
    products: z
      .array(menuProduct)
      .describe('Published products that the location carries, in the order of the catalogue.'),
  })
  .meta({ id: 'MenuShelf', description: 'The shelf of a location.' });
export type WireMenuShelf = z.output<typeof menuShelf>;

const where = idText.optional().meta({
  description: 'Id of the location: required unless a device or somebody at a location asks.',
  examples: ['20'],
});

/** Sent by a paired screen, because somebody may be signed in in its browser. */
export const paired = z
  .literal('true')
  .optional()
  .describe(
    'Sent by a paired screen, so that its own cookie counts even if somebody is signed in in the same browser.',
  );

export const menuShelfRoute = route({
  name: 'menuShelf',
  method: 'GET',
  path: '/api/menus/shelf',
  access: 'public',
  admits: PRINCIPAL_KINDS,
  summary: 'Shelf of a location',
  description:
    "Public while the customers' menu of the location is open; has an ETag. Staff and devices of the location get it even if that menu is closed; those of other locations get the public answer. It never has costs, suppliers, counts or customers.",
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
      .describe('For previews: answers remaining stock below this number. Ignored unless the caller is staff.'),
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
  .describe('Layout and theme to show.');

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
              opens: z.string().meta({ description: 'Opening time.', examples: ['09:00'] }),
              closes: z.string().meta({ description: 'Closing time.', examples: ['21:00'] }),
            }),
          )
          .describe('Opening hours; empty if the location has not set them.'),
        closed_days: z.array(day).describe('Days of the coming month on which it is closed.'),
      })
      .describe('The location.'),
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
    usual: shown.describe('Layout and theme outside the schedule.'),
    schedule,
    showing: shown
      .extend({
        name: z.string().meta({ description: 'Name of the present time of the schedule.', examples: ['Happy hour'] }),
        until: instant.nullable().describe('Time of the next change; null if none is scheduled within a week.'),
      })
      .describe('Layout and theme shown now, or at `as_of`.'),
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
      .describe('All configurations that are named above.'),
    now: instant.describe("The server's clock."),
  })
  .meta({ id: 'MenuDisplay', description: 'Everything that a screen needs besides the shelf.' });
export type WireMenuDisplay = z.output<typeof menuDisplay>;

export const menuDisplayRoute = route({
  name: 'menuDisplay',
  method: 'GET',
  path: '/api/menus/display',
  access: 'public',
  admits: PRINCIPAL_KINDS,
  summary: 'Menu of a screen',
  description:
    "A device gets its own TV. Other callers get the TV with `tv_number`, or the customers' menu, which shows the active configurations or else the fallback. The screen follows the schedule by itself.",
  tags: MENU_TAGS,
  query: z.object({
    location_id: where,
    paired,
    tv_number: idText.optional().describe('Number of a TV.'),
    as_of: z.iso
      .datetime()
      .refine((at) => /^20\d\d-/.test(at), 'is not of this century')
      .optional()
      .meta({ description: 'Time for which `showing` is answered.', examples: ['2026-11-27T21:30:00Z'] }),
  }),
  reply: success({ data: menuDisplay }),
  refusals: ['location_required', 'not_found'],
  example: { query: { location_id: 20 } },
});

function priceOf({ label, price, was, short }: z.output<typeof menuPrice>): ShelfPrice {
  return { label, cents: centsOf(price), wasCents: was === null ? null : centsOf(was), isShort: short };
}

/** Converts the shelf of the API to the one that menus draw. */
export function shelfOf({ categories, products }: WireMenuShelf): Shelf {
  return {
    categories,
    products: products.map((product): MenuProduct => ({
      id: product.id,
      name: product.name,
      categoryIds: product.category_ids,
      image: product.image,
      inStock: product.in_stock,
      leftMilli: product.left === null ? null : fromQuantityNumber(product.left),
      unit: product.unit,
      prices: product.prices.map(priceOf),
      changes: product.changes.map(({ from, prices }) => ({ fromMs: Date.parse(from), prices: prices.map(priceOf) })),
      fields: product.fields,
    })),
  };
}
