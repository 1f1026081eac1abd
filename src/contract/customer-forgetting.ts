import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { idParams, success } from './wire.ts';

export const deleteUserRoute = route({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/users-matrix/users/:id',
  access: 'delete-customers',
  summary: 'Delete a customer',
  description:
    'A customer with orders or points is forgotten: name, contact, addresses and identity are erased everywhere, including stored answers and the audit trail; orders and points keep their figures. Any other customer is removed. Neither can be undone. Staff accounts are not deleted by this call.',
  tags: ['Customers'],
  params: idParams,
  reply: success({
    id: z.int().describe('Id of the customer.'),
    outcome: z.enum(['removed', 'forgotten']).describe('`forgotten`: the books keep the orders and points.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createUser', params: { id: from('/id', 181) } },
});
