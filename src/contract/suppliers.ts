import { z } from 'zod';
import { route } from './route.ts';
import { idParams, instant, searched, serverSays, success, text } from './wire.ts';

const BASE = '/api/proxy/flora-im';
const TAGS = ['Purchasing'];

const SUPPLIER_STATUSES = ['active', 'inactive'] as const;

export const supplier = z.object({
  id: z.int(),
  name: z.string(),
  contact: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  status: z.enum(SUPPLIER_STATUSES),
  created_at: instant,
});
export type Supplier = z.output<typeof supplier>;

const supplierIn = z.object({
  id: serverSays,
  created_at: serverSays,
  /** Trimmed, required: 422 `supplier_name_required`; another supplier's: 409 `supplier_name_taken`. */
  name: text(200),
  contact: text(200).optional(),
  email: text(320).optional(),
  phone: text(50).optional(),
  address: text(500).optional(),
  status: z.enum(SUPPLIER_STATUSES).optional(),
});

export const suppliersRoute = route({
  method: 'GET',
  path: `${BASE}/suppliers`,
  access: 'see-stock',
  summary: 'Suppliers by name',
  tags: TAGS,
  query: z.object({
    status: z.enum([...SUPPLIER_STATUSES, 'all']).default('all'),
    search: searched.optional(),
    _t: z.string().max(40).optional(),
  }),
  reply: success({ data: z.array(supplier) }),
});

export const createSupplierRoute = route({
  method: 'POST',
  path: `${BASE}/suppliers`,
  access: 'adjust-stock',
  summary: 'Create a supplier',
  tags: TAGS,
  status: 201,
  body: supplierIn,
  reply: success({ data: supplier }),
});

export const updateSupplierRoute = route({
  method: 'PUT',
  path: `${BASE}/suppliers/:id`,
  access: 'adjust-stock',
  summary: 'Edit a supplier; parts left out stay',
  tags: TAGS,
  params: idParams,
  body: supplierIn.partial({ name: true }),
  reply: success({ data: supplier }),
});
