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

export const directoryEntry = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  /** Email-less customers carry <username>@customers.invalid, never shown as an address (design §4.13). */
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  roles: z.array(z.enum(ROLES)),
  points_balance: z.int(),
  created_at: instant,
});
export type DirectoryEntry = z.output<typeof directoryEntry>;

export const usersRoute = route({
  method: 'GET',
  path: '/api/users-matrix/users',
  access: 'see-customers',
  summary: 'People of the directory; every word of `search` must match name, email, username, phone or id',
  tags: ['Customers'],
  query: z.object({
    ...pageQuery(50, 200),
    search: searched.optional(),
    role: z.enum(ROLES).optional(),
  }),
  reply: success({ data: z.array(directoryEntry), meta: pageMeta }),
});

/** A customer, unless the caller may manage staff. First name and an email or phone are what the register sends. */
export const createUserRoute = route({
  method: 'POST',
  path: '/api/users-matrix/users',
  access: 'edit-customers',
  summary: 'Create a customer',
  tags: ['Customers'],
  status: 201,
  body: z.object({
    id: serverSays,
    role: serverSays,
    status: serverSays,
    location_id: serverSays,
    points_balance: serverSays,
    created_at: serverSays,
    email: text(320).optional(),
    username: text(200).optional(),
    display_name: text(200).optional(),
    name: text(200).optional(),
    first_name: text(100).optional(),
    last_name: text(100).optional(),
    password: newPasswordOrNone.optional(),
    roles: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
    billing: billingAddress.partial().optional(),
    shipping: address.partial().optional(),
    meta_data: metaDataIn.optional(),
  }),
  reply: success({ data: directoryEntry, id: z.int() }),
});

export const customerRoute = route({
  method: 'GET',
  path: '/api/users-matrix/customers/:id',
  access: 'see-customers',
  summary: 'Addresses and phone of a customer',
  tags: ['Customers'],
  params: idParams,
  reply: success({
    data: z.object({ id: z.int(), phone: z.string(), billing: billingAddress, shipping: address }),
  }),
});
