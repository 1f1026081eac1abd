import { z } from 'zod';
import { ROLES } from '#domain/permissions.ts';
import { route } from './route.ts';
import {
  address,
  billingAddress,
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
    created_at: instant.describe('When it was made.'),
    id_checked_at: instant.nullable().describe('When a card of this customer was last scanned; null: never.'),
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
    'Customers, and staff for those who manage them. Every word of `search` must match name, e-mail address, user name, phone or id.',
  tags: ['Customers'],
  query: z.object({
    ...pageQuery(50, 200),
    search: searched.optional(),
    role: z.enum(ROLES).optional().describe('Only people of this role.'),
  }),
  reply: success({
    data: z.array(directoryEntry).describe('People of the page.'),
    meta: pageMeta.describe('Where the page stands in the list.'),
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
    'A first name and an e-mail address or phone number are what the register sends. Other roles than `customer` need the permission to manage staff.',
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
    meta_data: metaDataIn.optional().describe('Further values.'),
  }),
  reply: success({
    data: directoryEntry,
    id: z.int().meta({ description: 'Id of the new account.', examples: [181] }),
  }),
  refusals: ['email_taken', 'username_taken'],
  example: {
    body: { first_name: 'Dana', last_name: 'Reed', billing: { phone: '704-555-0199', email: 'dana.reed@example.com' } },
  },
});

export const customerRoute = route({
  name: 'customer',
  method: 'GET',
  path: '/api/users-matrix/customers/:id',
  access: 'see-customers',
  summary: 'One customer',
  description: 'Addresses and phone number.',
  tags: ['Customers'],
  params: idParams,
  reply: success({
    data: z
      .object({
        id: z.int().meta({ description: 'Id of the customer.', examples: [152] }),
        phone: z.string().meta({ description: 'Phone number.', examples: ['704-555-0120'] }),
        billing: billingAddress,
        shipping: address,
      })
      .describe('The customer.'),
  }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});
