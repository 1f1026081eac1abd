import { z } from 'zod';
import { route } from './route.ts';
import { idParams, instant, searched, serverSays, success, text, cacheStamp } from './wire.ts';

const BASE = '/api/proxy/flora-im';
const TAGS = ['Purchasing'];

const SUPPLIER_STATUSES = ['active', 'inactive'] as const;

export const supplier = z
  .object({
    id: z.int().meta({ description: 'Id of the supplier.', examples: [2] }),
    name: z.string().meta({ description: 'Name.', examples: ['Catawba Farms'] }),
    contact: z.string().meta({ description: 'Person to ask for.', examples: ['Ruth Ansley'] }),
    email: z.string().meta({ description: 'E-mail address.', examples: ['dana@example.com'] }),
    phone: z.string().meta({ description: 'Phone number.', examples: ['704-555-0120'] }),
    address: z.string().describe('Postal address.'),
    status: z.enum(SUPPLIER_STATUSES).describe('Status.'),
    created_at: instant.describe('Time of creation.'),
    version: z.int().meta({ description: 'Counts its changes.', examples: [1] }),
  })
  .meta({ id: 'Supplier', description: 'A supplier.' });
export type Supplier = z.output<typeof supplier>;

const supplierIn = z.object({
  id: serverSays,
  created_at: serverSays,
  version: serverSays,
  name: text(200).describe(
    "Trimmed, required: 422 `supplier_name_required`; another supplier's: 409 `supplier_name_taken`.",
  ),
  contact: text(200)
    .optional()
    .meta({ description: 'Person to ask for.', examples: ['Ruth Ansley'] }),
  email: text(320)
    .optional()
    .meta({ description: 'E-mail address.', examples: ['dana@example.com'] }),
  phone: text(50)
    .optional()
    .meta({ description: 'Phone number.', examples: ['704-555-0120'] }),
  address: text(500).optional().describe('Postal address.'),
  status: z.enum(SUPPLIER_STATUSES).optional().describe('Status.'),
});

export const suppliersRoute = route({
  name: 'suppliers',
  method: 'GET',
  path: `${BASE}/suppliers`,
  access: 'see-stock',
  summary: 'Suppliers',
  description: 'By name.',
  tags: TAGS,
  query: z.object({
    status: z
      .enum([...SUPPLIER_STATUSES, 'all'])
      .default('all')
      .describe('Status.'),
    search: searched.optional(),
    _t: cacheStamp,
  }),
  reply: success({ data: z.array(supplier).describe('Suppliers by name.') }),
  example: { query: { search: 'farms' } },
});

export const createSupplierRoute = route({
  name: 'createSupplier',
  method: 'POST',
  path: `${BASE}/suppliers`,
  access: 'adjust-stock',
  summary: 'Create a supplier',
  description: 'The name is trimmed and must be unique.',
  tags: TAGS,
  status: 201,
  body: supplierIn,
  reply: success({ data: supplier }),
  refusals: ['supplier_name_required', 'supplier_name_taken'],
  example: {
    body: { name: 'Yadkin Greens', contact: 'Lou Parr', phone: '336-555-0142', email: 'orders@yadkin-greens.example' },
  },
});

export const updateSupplierRoute = route({
  name: 'updateSupplier',
  method: 'PUT',
  path: `${BASE}/suppliers/:id`,
  access: 'adjust-stock',
  summary: 'Edit a supplier',
  description: 'Fields left out stay unchanged.',
  tags: TAGS,
  params: idParams,
  body: supplierIn.partial({ name: true }).extend({
    version: z
      .int()
      .optional()
      .describe(
        'The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` supplier.',
      ),
  }),
  reply: success({ data: supplier }),
  refusals: ['not_found', 'changed_meanwhile', 'supplier_name_required', 'supplier_name_taken'],
  example: { params: { id: 2 }, body: { contact: 'Ruth Ansley-Moore' } },
});
