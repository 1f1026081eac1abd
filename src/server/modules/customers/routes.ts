import type { FastifyInstance } from 'fastify';
import { createUserRoute, customerRoute, usersRoute } from '#contract/customers.ts';
import { findByIdentityRoute, revealIdentityRoute, setIdentityRoute } from '#contract/identity.ts';
import { REPEATED, serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { revealIdentity, setIdentity } from './identity.ts';
import { createPerson, findPeopleByIdentity, getCustomer, listPeople, prepareAccount } from './service.ts';

/** The directory as the register needs it. */
export function registerCustomers(app: FastifyInstance): void {
  const { secrets } = app.deps;

  serve(app, usersRoute, async ({ db, staff, query }) => success(await listPeople(db, staff, query)), REPEATED);

  servePreparedWrite(
    app,
    createUserRoute,
    ({ staff, body }) => prepareAccount(staff, body),
    async ({ tx, staff, body, emit }, account) => {
      const data = await createPerson(tx, staff, body, account, secrets, new Date());
      emit({ type: 'customers', customer_id: data.id });
      return success({ data, id: data.id });
    },
  );

  serve(app, customerRoute, async ({ db, params }) => success({ data: await getCustomer(db, params.id) }));

  serve(app, findByIdentityRoute, async ({ db, body }) => {
    const asked = { birthDay: body.date_of_birth, licenseNumber: body.license_number };
    return success({ data: await findPeopleByIdentity(db, secrets, asked) });
  });

  serveWrite(app, revealIdentityRoute, async ({ tx, staff, params }) =>
    success({ data: await revealIdentity(tx, secrets, staff, params.id) }),
  );

  serveWrite(app, setIdentityRoute, async ({ tx, staff, params, body, emit }) => {
    const checkedAt = await setIdentity(tx, secrets, staff, params.id, {
      birthDay: body.date_of_birth,
      licenseNumber: body.license_number,
      checkedBy: body.id_checked ? staff.id : undefined,
    });
    emit({ type: 'customers', customer_id: params.id });
    return success({ data: { id_checked_at: checkedAt?.toISOString() ?? null } });
  });
}
