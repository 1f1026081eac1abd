import type { FastifyInstance } from 'fastify';
import {
  addCustomerNoteRoute,
  customerGroupsRoute,
  customerNotesRoute,
  deleteCustomerNoteRoute,
} from '#contract/customer-care.ts';
import { updateCustomerRoute, updateUserRoute } from '#contract/customer-changes.ts';
import { deleteUserRoute } from '#contract/customer-forgetting.ts';
import {
  customerMergesRoute,
  mergeCustomersRoute,
  customerMergePreviewRoute,
  undoCustomerMergeRoute,
} from '#contract/customer-merges.ts';
import { customerStatisticsRoute, customerTotalsRoute } from '#contract/customer-orders.ts';
import { findByIdentityRoute, revealIdentityRoute, setIdentityRoute } from '#contract/identity.ts';
import { createUserRoute, customerRoute, customerDuplicatesRoute, usersRoute } from '#contract/customers.ts';
import { REPEATED, serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { changeCustomer, prepareChange } from './change.ts';
import { getCustomer, requireCustomer, toCustomer, toEntry } from './customer.ts';
import { registerCustomerFiles } from './file-routes.ts';
import { customerStatistics, customerTotals } from './figures.ts';
import { deleteCustomer } from './forget/forget.ts';
import { revealIdentity, setIdentity } from './identity.ts';
import { listGroups } from './groups.ts';
import { mergeCustomers, previewMerge } from './merge/merge.ts';
import { selectMerges } from './merge/merge-queries.ts';
import { undoMerge } from './merge/undo.ts';
import { addNote, deleteNote, listNotes } from './notes.ts';
import { createPerson, findPeopleByIdentity, listPeople, prepareAccount, searchDuplicates } from './service.ts';

/** Customers: the directory, one of them, what they bought, notes and labels. */
export function registerCustomers(app: FastifyInstance): void {
  registerDirectory(app);
  registerChanges(app);
  registerNotes(app);
  registerIdentities(app);
  registerMerges(app);
  registerCustomerFiles(app);
}

function registerDirectory(app: FastifyInstance): void {
  const { secrets } = app.deps;
  serve(app, usersRoute, async ({ db, staff, query }) => success(await listPeople(db, staff, query)), REPEATED);

  servePreparedWrite(
    app,
    createUserRoute,
    ({ staff, body, request }) => prepareAccount(app.deps, staff, body, request.headers['idempotency-key']),
    async ({ tx, staff, body, emit }, account) => {
      const data = await createPerson(tx, staff, body, account, secrets, new Date());
      emit({ type: 'customers', customer_id: data.id });
      return success({ data, id: data.id });
    },
  );

  serve(app, customerRoute, async ({ db, params }) => success({ data: await getCustomer(db, params.id) }), REPEATED);

  // A write, because a search by date of birth leaves a row in the audit trail.
  serveWrite(app, customerDuplicatesRoute, async ({ tx, staff, body }) =>
    success({ data: await searchDuplicates(tx, secrets, staff, body) }),
  );

  serve(
    app,
    customerStatisticsRoute,
    async ({ db, staff, params }) => success({ data: await customerStatistics(db, staff, params.id) }),
    REPEATED,
  );

  serve(
    app,
    customerTotalsRoute,
    async ({ db, query }) => success({ data: await customerTotals(db, query.ids) }),
    REPEATED,
  );

  serve(app, customerGroupsRoute, async ({ db }) => success({ data: await listGroups(db) }));
}

function registerChanges(app: FastifyInstance): void {
  servePreparedWrite(
    app,
    updateUserRoute,
    ({ body }) => prepareChange(body),
    async ({ tx, staff, params, body, emit }, passwordHash) => {
      const { row, parts } = await changeCustomer(tx, staff, params.id, body, passwordHash);
      emit({ type: 'customers', customer_id: row.id, parts });
      return success({ data: toEntry(row) });
    },
  );

  serveWrite(app, updateCustomerRoute, async ({ tx, staff, params, body, emit }) => {
    const { row, parts } = await changeCustomer(tx, staff, params.id, body, null);
    emit({ type: 'customers', customer_id: row.id, parts });
    return success({ data: toCustomer(row) });
  });

  serveWrite(app, deleteUserRoute, async ({ tx, staff, params, emit }) => {
    const gone = await deleteCustomer(tx, staff, params.id);
    emit({ type: 'customers', customer_id: gone.id, parts: ['removed'] });
    return success(gone);
  });
}

function registerMerges(app: FastifyInstance): void {
  serve(app, customerMergePreviewRoute, async ({ db, params, query }) =>
    success({ data: await previewMerge(db, app.deps.secrets, params.id, query.merge_id) }),
  );

  serveWrite(app, mergeCustomersRoute, async ({ tx, staff, params, body, emit }) => {
    const { merge, customer } = await mergeCustomers(tx, app.deps.secrets, staff, params.id, body);
    emit({ type: 'customers', customer_id: merge.kept_id });
    emit({ type: 'customers', customer_id: merge.merged_id, parts: ['removed'] });
    return success({ data: merge, customer });
  });

  serve(app, customerMergesRoute, async ({ db, params }) => {
    await requireCustomer(db, params.id);
    return success({ data: await selectMerges(db, { keptId: params.id }) });
  });

  serveWrite(app, undoCustomerMergeRoute, async ({ tx, staff, params, emit }) => {
    const { merge, balance, notReturned } = await undoMerge(tx, staff, params.id, new Date());
    for (const id of [merge.kept_id, merge.merged_id]) emit({ type: 'customers', customer_id: id });
    return success({ data: merge, points_balance: balance, not_returned: notReturned });
  });
}

function registerNotes(app: FastifyInstance): void {
  serve(app, customerNotesRoute, async ({ db, params }) => success({ data: await listNotes(db, params.id) }));

  serveWrite(app, addCustomerNoteRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await addNote(tx, staff, params.id, body.text);
    emit({ type: 'customers', customer_id: params.id, parts: ['notes'] });
    return success({ data });
  });

  serveWrite(app, deleteCustomerNoteRoute, async ({ tx, staff, params, emit }) => {
    const data = await deleteNote(tx, staff, params.id, params.note_id);
    emit({ type: 'customers', customer_id: params.id, parts: ['notes'] });
    return success(data);
  });
}

/** The routes of date of birth and licence number, which no list shows. */
function registerIdentities(app: FastifyInstance): void {
  const { secrets } = app.deps;

  // A write, because a search by date of birth leaves a row in the audit trail.
  serveWrite(app, findByIdentityRoute, async ({ tx, staff, body }) => {
    const asked = { birthDay: body.date_of_birth, licenseNumber: body.license_number };
    return success({ data: await findPeopleByIdentity(tx, secrets, staff, asked) });
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
