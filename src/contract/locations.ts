import { z } from 'zod';
import { from } from './example.ts';
import { stockTold } from './live.ts';
import { ownReceipt } from './receipts.ts';
import { route } from './route.ts';
import { id, idParams, instant, serverSays, success, text } from './wire.ts';

const TAGS = ['Locations'];
const SAMPLE_ID = 23;

const PARTS = {
  address_1: [200, 'Street.', '1 Main St'],
  address_2: [200, 'Suite, floor.', ''],
  city: [100, 'City.', 'Charlotte'],
  state: [100, 'State.', 'NC'],
  postcode: [20, 'ZIP code.', '28204'],
} as const;

const part = (name: keyof typeof PARTS) => {
  const [most, description, sample] = PARTS[name];
  return text(most).meta({ description, examples: [sample] });
};

const address = z
  .object({
    address_1: part('address_1'),
    address_2: part('address_2'),
    city: part('city'),
    state: part('state'),
    postcode: part('postcode'),
  })
  .meta({ id: 'LocationAddress', description: 'Address of a location.' });

/** Fields left out are empty. */
const addressIn = z.object({
  address_1: part('address_1').default(''),
  address_2: part('address_2').default(''),
  city: part('city').default(''),
  state: part('state').default(''),
  postcode: part('postcode').default(''),
});

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'is not a time like 09:00');
const openTime = z
  .object({
    weekday: z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday.'),
    opens: time.meta({ description: 'Opening time, by the local clock.', examples: ['09:00'] }),
    closes: time.meta({
      description: 'Closing time; if it is not later than the opening time, it is on the next day.',
      examples: ['21:00'],
    }),
  })
  .meta({ id: 'OpenTime', description: 'A time in which a location is open.' });
const openingHours = z.array(openTime).max(28).describe('Opening hours; a weekday without an entry is closed.');

const location = z
  .object({
    id: z.int().meta({ description: 'Id of the location.', examples: [20] }),
    name: z.string().meta({ description: 'Name.', examples: ['Charlotte Central'] }),
    phone: z.string().meta({ description: 'Phone number; empty for none.', examples: ['704-555-0100'] }),
    address,
    time_zone: z.string().meta({ description: 'Time zone (IANA).', examples: ['America/New_York'] }),
    opening_hours: openingHours,
    receipt_header: z.string().describe('Lines below the name on receipts.'),
    receipt_footer: z.string().describe('Lines at the end of receipts.'),
    // Stored replies of an older build lack it.
    receipt: ownReceipt.optional(),
    closed_at: instant.nullable().describe('Time of closing; null while it is open.'),
    has_orders: z.boolean().describe('True if it has ever sold. Then its time zone cannot change.'),
    stocked_items: z.int().meta({ description: 'Number of items with stock there.', examples: [120] }),
    // Stored replies of an older build lack these two.
    stock_stamp: z
      .string()
      .optional()
      .describe('Changes with every quantity there; send it as `stock_seen` when you close the location.'),
    open_purchase_orders: z
      .array(
        z.object({
          id: z.int().describe('Id of the purchase order.'),
          number: z.string().meta({ description: 'Its number.', examples: ['PO-1001'] }),
          supplier: z.string().describe('Name of the supplier.'),
          status: z.string().meta({ description: 'Status.', examples: ['ordered'] }),
        }),
      )
      .optional()
      .describe('Purchase orders for it that are not fully received, newest first, at most twenty.'),
    staff: z.int().meta({ description: 'Active accounts that belong there.', examples: [3] }),
    version: z.int().describe('Counts its changes.'),
  })
  .meta({ id: 'ManagedLocation', description: 'A location with what can be changed of it.' });
export type ManagedLocation = z.output<typeof location>;

const fields = {
  name: text(200)
    .refine((given) => given.trim() !== '', 'is empty')
    .meta({ description: 'Name.', examples: ['Asheville'] }),
  phone: text(50).meta({ description: 'Phone number; empty for none.', examples: ['828-555-0100'] }),
  address: addressIn.describe('Address; parts left out are empty.'),
  time_zone: text(100).meta({ description: 'Time zone (IANA).', examples: ['America/New_York'] }),
  opening_hours: openingHours,
  receipt_header: text(500).describe('Lines below the name on receipts.'),
  receipt_footer: text(500).describe('Lines at the end of receipts.'),
  receipt: ownReceipt,
};

const version = z
  .int()
  .optional()
  .describe('The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.');

export const locationsRoute = route({
  name: 'locations',
  method: 'GET',
  path: '/api/manage/locations',
  access: 'configure',
  summary: 'Locations',
  description: 'All locations by name; closed ones last.',
  tags: TAGS,
  reply: success({ data: z.array(location).describe('Locations.') }),
});

export const createLocationRoute = route({
  name: 'createLocation',
  method: 'POST',
  path: '/api/manage/locations',
  access: 'configure',
  summary: 'Open a location',
  description: 'Fields left out are empty. The location charges the default tax rate until it has taxes of its own.',
  tags: TAGS,
  status: 201,
  body: z.object({
    name: fields.name,
    phone: fields.phone.optional(),
    address: fields.address.optional(),
    time_zone: fields.time_zone.optional(),
    opening_hours: fields.opening_hours.optional(),
    receipt_header: fields.receipt_header.optional(),
    receipt_footer: fields.receipt_footer.optional(),
    receipt: fields.receipt.optional(),
    id: serverSays,
    closed_at: serverSays,
  }),
  reply: success({ data: location }),
  refusals: ['location_name_taken'],
  example: { body: { name: 'Asheville' } },
});

export const changeLocationRoute = route({
  name: 'changeLocation',
  method: 'PUT',
  path: '/api/manage/locations/:id',
  access: 'configure',
  summary: 'Change a location',
  description:
    'Fields left out stay unchanged. The time zone cannot change after the first sale, because sums of days are counted by it.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    name: fields.name.optional(),
    phone: fields.phone.optional(),
    address: fields.address.optional(),
    time_zone: fields.time_zone.optional(),
    opening_hours: fields.opening_hours.optional(),
    receipt_header: fields.receipt_header.optional(),
    receipt_footer: fields.receipt_footer.optional(),
    receipt: fields.receipt.optional(),
    version,
    closed_at: serverSays,
  }),
  reply: success({ data: location }),
  refusals: ['changed_meanwhile', 'location_name_taken', 'not_found', 'nothing_to_do'],
  example: { params: { id: 25 }, body: { phone: '704-555-0123' } },
});

export const closeLocationRoute = route({
  name: 'closeLocation',
  method: 'POST',
  path: '/api/manage/locations/:id/close',
  access: 'configure',
  summary: 'Close a location',
  description:
    'Moves its stock to another location, or writes it off, in the same step. Nobody works there afterwards; its history stays. A location that is closed already is answered unchanged.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    stock: z
      .enum(['none', 'transfer', 'write_off'])
      .describe('Treatment of its stock. `none` is refused while it has any.'),
    to_location_id: id
      .optional()
      .meta({ description: 'Id of the location that gets the stock with `transfer`.', examples: [20] }),
    stock_seen: text(60)
      .optional()
      .describe(
        'The `stock_stamp` that the caller saw. If the stock has changed, 409 `changed_meanwhile` answers the `current` location.',
      ),
    version,
  }),
  reply: success({ data: location, stock: stockTold }),
  refusals: ['changed_meanwhile', 'location_has_stock', 'not_found', 'same_location'],
  example: { params: { id: SAMPLE_ID }, body: { stock: 'transfer', to_location_id: 20 } },
});

export const reopenLocationRoute = route({
  name: 'reopenLocation',
  method: 'POST',
  path: '/api/manage/locations/:id/reopen',
  access: 'configure',
  summary: 'Open a closed location again',
  description: 'Accounts that belonged there work there again. The former stock is not restored.',
  tags: TAGS,
  params: idParams,
  body: z.object({ version }),
  reply: success({ data: location }),
  refusals: ['changed_meanwhile', 'location_name_taken', 'not_found', 'status_conflict'],
  example: { after: 'closeLocation', params: { id: from('/data/id', SAMPLE_ID) }, body: {} },
});
