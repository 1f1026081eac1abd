import type { FastifyInstance } from 'fastify';
import { createUserRoute, customerRoute, usersRoute } from '#contract/customers.ts';
import { REPEATED, serve, servePreparedWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { createPerson, getCustomer, listPeople, prepareAccount } from './service.ts';

/** The directory as the register needs it. */
export function registerCustomers(app: FastifyInstance): void {
  serve(app, usersRoute, async ({ db, staff, query }) => success(await listPeople(db, staff, query)), REPEATED);

  servePreparedWrite(
    app,
    createUserRoute,
    ({ staff, body }) => prepareAccount(staff, body),
    async ({ tx, staff, body, emit }, account) => {
      const data = await createPerson(tx, staff, body, account, new Date());
      emit({ type: 'customers', customer_id: data.id });
      return success({ data, id: data.id });
    },
  );

  serve(app, customerRoute, async ({ db, params }) => success({ data: await getCustomer(db, params.id) }));
}
