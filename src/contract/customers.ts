import { z } from 'zod';
import { ROLES } from '#domain/permissions.ts';
import { route } from './route.ts';
import {
  address,
  billingAddress,
  flag,
  id,
  idParams,
  instant,
  metaDataIn,
  pageMeta,
  pageQuery,
  searched,
  serverSays,
  success,
  text,
  newPasswordOrNone,
} from './wire.ts';

export const customerFlag = z
  .object({
    kind: z
      .enum(['banned', 'check_id', 'note'])
      .describe('`banned`: not to be served; `check_id`: look at their ID; `note`: see the text.'),
    text: text(200).meta({ description: 'Text for staff; may be empty.', examples: ['Check the ID again.'] }),
  })
  .meta({ id: 'CustomerFlag', description: 'Flag that a till shows with a customer.' });
export type CustomerFlag = z.output<typeof customerFlag>;

export const groupName = text(50)
  .refine((name) => name.trim() !== '', 'must have a name')
  .meta({ description: 'A free label.', examples: ['VIP'] });

export const directoryEntry = z
  .object({
    id: z.int().meta({ description: 'Id of the account.', examples: [152] }),
    name: z.string().meta({ description: 'Name.', examples: ['Dana Reed'] }),
    display_name: z.string().meta({ description: 'Name to show.', examples: ['Dana Reed'] }),
    first_name: z.string().meta({ description: 'First name.', examples: ['Dana'] }),
    last_name: z.string().meta({ description: 'Last name.', examples: ['Reed'] }),
    username: z.string().meta({ description: 'Name to sign in with.', examples: ['dana.reed'] }),
    email: z.string().meta({
      description: 'E-mail address; accounts without one have `<username>@customers.invalid`.',
      examples: ['dana@example.com'],
    }),
    phone: z.string().meta({ description: 'Phone number.', examples: ['704-555-0120'] }),
    role: z.enum(ROLES).describe('Highest role.'),
    roles: z.array(z.enum(ROLES)).describe('All roles.'),
    points_balance: z.int().meta({ description: 'Points.', examples: [725] }),
    created_at: instant.describe('Time of creation.'),
    // Left out by replies that an older build has kept.
    version: z.int().optional().describe('Counts the changes of the account: send it as `expected_version`.'),
    flag: customerFlag.nullable().optional().describe('Flag that a till shows with the customer; null for none.'),
    groups: z.array(z.string()).optional().describe('Labels, by name.'),
    id_checked_at: instant
      .nullable()
      .optional()
      .describe('Time when a card of this customer was last scanned; null for never.'),
  })
  .meta({ id: 'Person', description: 'A person of the directory: customer or staff.' });
export type DirectoryEntry = z.output<typeof directoryEntry>;

export const usersRoute = route({
  name: 'users',
  method: 'GET',
  path: '/api/users-matrix/users',
  access: 'see-customers',
  summary: 'People',
  description:
    'Customers by name, and staff for those who manage them. Every word of `search` must match name, e-mail address, user name, phone (its last four digits, too) or id. `customerTotals` has the figures of their orders.',
  tags: ['Customers'],
  query: z.object({
    ...pageQuery(50, 200),
    search: searched.optional(),
    role: z.enum(ROLES).optional().describe('Only people of this role.'),
    group: groupName.optional().describe('Only customers with this label.'),
    flagged: flag.optional().describe('Only customers with a flag.'),
    recent_first: flag
      .optional()
      .describe('Without `search`: the 20 customers who bought last at your location come first.'),
  }),
  reply: success({
    data: z.array(directoryEntry).describe('People of the page.'),
    meta: pageMeta
      .extend({
        is_exact: z
          .boolean()
          .describe('False if `total` is only a lower bound, because too many people match to be counted.'),
      })
      .describe('Position of the page in the list.'),
  }),
  example: { query: { search: 'reed' } },
});

export const createUserRoute = route({
  name: 'createUser',
  method: 'POST',
  path: '/api/users-matrix/users',
  access: 'edit-customers',
  summary: 'Create a customer',
  description:
    'A first name and an e-mail address or phone number are what the register sends. If somebody looks like the same person (phone, licence number, e-mail, or a similar name with the same birth date), the refusal `customer_exists` lists them as `matches`, unless `create_anyway` is sent. An e-mail address belongs to one person: `email_taken` has the customer who has it as `matches`, too. Other roles than `customer` need the permission to manage staff.',
  tags: ['Customers'],
  status: 201,
  body: z.object({
    id: serverSays,
    role: serverSays,
    status: serverSays,
    location_id: serverSays,
    points_balance: serverSays,
    created_at: serverSays,
    email: text(320)
      .optional()
      .meta({ description: 'E-mail address.', examples: ['dana@example.com'] }),
    username: text(200)
      .optional()
      .meta({
        description: 'Name to sign in with; made from the name when left out or empty.',
        examples: ['dana.reed'],
      }),
    display_name: text(200)
      .optional()
      .meta({ description: 'Name to show.', examples: ['Dana Reed'] }),
    name: text(200)
      .optional()
      .meta({ description: 'Name; first and last name when left out.', examples: ['Dana Reed'] }),
    first_name: text(100)
      .optional()
      .meta({ description: 'First name.', examples: ['Dana'] }),
    last_name: text(100)
      .optional()
      .meta({ description: 'Last name.', examples: ['Reed'] }),
    password: newPasswordOrNone
      .optional()
      .meta({ description: 'Password, or empty for an account that cannot sign in.', examples: [''] }),
    roles: z
      .array(z.enum(ROLES))
      .max(ROLES.length)
      .optional()
      .describe('`customer`; other roles need the permission to manage staff.'),
    billing: billingAddress.partial().optional().describe('Billing address.'),
    shipping: address.partial().optional().describe('Shipping address.'),
    meta_data: metaDataIn.optional().describe('Further values; `_date_of_birth` and `_license_number` are kept apart.'),
    create_anyway: z
      .boolean()
      .optional()
      .describe('True to create the customer even if somebody in the directory looks like the same person.'),
  }),
  reply: success({
    data: directoryEntry,
    id: z.int().meta({ description: 'Id of the new account.', examples: [181] }),
  }),
  refusals: ['customer_exists', 'email_taken', 'username_taken'],
  example: {
    body: { first_name: 'Dana', last_name: 'Reed', billing: { phone: '704-555-0199' }, create_anyway: true },
  },
});

export const preferences = z
  .object({
    email_notifications: z.boolean().default(true).describe('May be written to by e-mail.'),
    sms: z.boolean().default(false).describe('May be sent text messages.'),
    newsletter: z.boolean().default(true).describe('Gets the newsletter.'),
    language: text(20)
      .default('en')
      .meta({ description: 'Language (BCP 47).', examples: ['en'] }),
    currency: z.literal('USD').default('USD').describe('Always US dollars.'),
  })
  .meta({ id: 'CustomerPreferences', description: 'Preferences of a customer.' });

export const customer = directoryEntry
  .omit({ roles: true, role: true, version: true, flag: true, groups: true })
  .extend({
    version: z.int().describe('Counts the changes of the account: send it as `expected_version`.'),
    email: z.string().meta({ description: 'E-mail address; empty for none.', examples: ['dana@example.com'] }),
    billing: billingAddress,
    shipping: address,
    preferences,
    flag: customerFlag.nullable().describe('Flag that a till shows with the customer; null for none.'),
    groups: z.array(z.string()).describe('Labels, by name.'),
    has_birth_date: z.boolean().describe('True if a birth date is stored.'),
    has_licence: z.boolean().describe('True if a licence number is stored.'),
  })
  .meta({ id: 'Customer', description: 'A customer, with addresses.' });
export type Customer = z.output<typeof customer>;

export const customerRoute = route({
  name: 'customer',
  method: 'GET',
  path: '/api/users-matrix/customers/:id',
  access: 'see-customers',
  summary: 'One customer',
  description:
    'Includes addresses, preferences, labels and flag. If the customer was merged into another account, the refusal names that account as `merged_into`.',
  tags: ['Customers'],
  params: idParams,
  reply: success({ data: customer }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

/** Customers who look like the same person. */
export const customerMatch = directoryEntry
  .extend({
    because: z
      .array(z.enum(['phone', 'email', 'licence', 'name_and_birth_date']))
      .describe('Values that are the same. A similar name counts only with the same birth date.'),
  })
  .meta({ id: 'CustomerMatch', description: 'Somebody of the directory who looks like the same person.' });
export type CustomerMatch = z.output<typeof customerMatch>;

export const customerDuplicatesRoute = route({
  name: 'customerDuplicates',
  method: 'POST',
  path: '/api/customers/duplicates',
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'Find possible duplicates of a customer',
  description:
    'The same search that creating a customer makes. Changes nothing. A birth date needs the permission `see-identity`, and such a search leaves a row in the audit trail.',
  tags: ['Customers'],
  body: z.object({
    email: text(320).optional().describe('E-mail address.'),
    phone: text(50).optional().describe('Phone number.'),
    name: text(200).optional().describe('Name.'),
    date_of_birth: text(10).optional().describe('Birth date, as 1990-12-31.'),
    license_number: text(100).optional().describe('Licence number.'),
    except_id: id.optional().describe('Leaves this customer out.'),
  }),
  reply: success({ data: z.array(customerMatch).describe('Customers found, best match first.') }),
  example: { body: { phone: '704-555-0120' } },
});
