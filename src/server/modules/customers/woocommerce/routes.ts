import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import { isForced } from '#contract/woocommerce.ts';
import { batchWooCustomersRoute } from '#contract/woocommerce-batch.ts';
import {
  changeWooCustomerRoute,
  createWooCustomerRoute,
  deleteWooCustomerRoute,
  type WooCustomer,
  wooCustomerRoute,
  wooCustomersRoute,
} from '#contract/woocommerce-customers.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type Author, may } from '#server/http/guard/session.ts';
import { serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import {
  gmtOf,
  limitsOf,
  requireForce,
  tellPages,
  wallOf,
  withFields,
  wooScope,
} from '#server/http/woocommerce/woo.ts';
import { serveWooBatch } from '#server/http/woocommerce/woo-batch.ts';
import { Refusal } from '#server/refusal.ts';
import { changeCustomer, prepareChange } from '../change.ts';
import { requireCustomer, toCustomer } from '../customer.ts';
import { deleteCustomer } from '../forget/forget.ts';
import { PRESENT_CUSTOMER } from '../present.ts';
import { selectCustomers } from '../queries.ts';
import { findPeople } from '../search-queries.ts';
import { createPerson, prepareAccount } from '../service.ts';

type Query = QueryOf<typeof wooCustomersRoute>;

const ORDER: Record<Query['orderby'], RawBuilder<unknown>> = {
  name: sql`(folded_plain(u.display_name) COLLATE "C")`,
  id: sql`u.id`,
  include: sql`u.id`,
  registered_date: sql`u.created_at`,
};

async function pageOf(db: Database, query: Query): Promise<{ ids: readonly number[]; total: number }> {
  const page = limitsOf(query);
  if (query.search) return findPeople(db, { search: query.search, role: 'customer', ...page });
  const wanted = [
    PRESENT_CUSTOMER,
    ...(query.email === undefined ? [] : [sql`lower(u.email) = lower(${query.email})`]),
    ...(query.include === undefined ? [] : [sql`u.id = ANY(${query.include}::integer[])`]),
    ...(query.exclude === undefined ? [] : [sql`u.id <> ALL(${query.exclude}::integer[])`]),
  ];
  const where = sql.join(wanted, sql` AND `);
  const direction = query.order === 'asc' ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    SELECT (SELECT count(*)::integer FROM users u WHERE ${where}) AS total,
           ARRAY(SELECT u.id FROM users u WHERE ${where} ORDER BY ${ORDER[query.orderby]} ${direction}, u.id ${direction}
                  LIMIT ${page.limit} OFFSET ${page.offset}) AS ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Facts about customers that the directory does not tell. */
async function selectDates(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, { updated: Date; pays: boolean }>> {
  const { rows } = await sql<{ id: number; updated: Date; pays: boolean }>`
    SELECT u.id, u.updated_at AS updated,
           EXISTS (SELECT FROM orders o WHERE o.customer_id = u.id AND o.voided_at IS NULL AND o.stock_deducted) AS pays
      FROM users u WHERE u.id = ANY(${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function wooCustomers(db: Database, ids: readonly number[], timeZone: string): Promise<WooCustomer[]> {
  const dates = await selectDates(db, ids);
  const customers: WooCustomer[] = [];
  for (const row of await selectCustomers(db, ids)) {
    const customer = toCustomer(row);
    const { id } = row;
    const { updated, pays } = dates.get(id) ?? { updated: new Date(customer.created_at), pays: false };
    const modified = updated.toISOString();
    customers.push({
      id,
      email: customer.email,
      first_name: customer.first_name,
      last_name: customer.last_name,
      username: customer.username,
      role: 'customer',
      billing: customer.billing,
      shipping: customer.shipping,
      is_paying_customer: pays,
      avatar_url: '',
      meta_data: [],
      date_created: wallOf(customer.created_at, timeZone),
      date_created_gmt: gmtOf(customer.created_at),
      date_modified: wallOf(modified, timeZone),
      date_modified_gmt: gmtOf(modified),
      version: row.version,
    });
  }
  return customers;
}

async function wooCustomer(db: Database, id: number, timeZone: string): Promise<WooCustomer> {
  await requireCustomer(db, id);
  const [customer] = await wooCustomers(db, [id], timeZone);
  if (!customer) throw new Error('a customer is not there');
  return customer;
}

/** Customers in the form of WooCommerce's API. Rule: wire/woocommerce. */
export function registerWooCustomers(app: FastifyInstance): void {
  const { secrets } = app.deps;
  wooScope(app, (scope) => {
    serve(scope, wooCustomersRoute, async ({ db, principal, query, request, reply }) => {
      const { ids, total } = await pageOf(db, query);
      tellPages(request, reply, query, total);
      return withFields(wooCustomersRoute, query, await wooCustomers(db, ids, principal.timeZone));
    });

    serve(scope, wooCustomerRoute, async ({ db, principal, params, query }) =>
      withFields(wooCustomerRoute, query, await wooCustomer(db, params.id, principal.timeZone)),
    );

    type Emit = (event: LiveEvent) => void;
    // An importing program has no screen on which a person could choose among customers who look alike.
    const prepareNew = (by: Author, body: BodyOf<typeof createWooCustomerRoute>) =>
      prepareAccount(app.deps, by, { ...body, create_anyway: true }, undefined);

    async function add(
      tx: Tx,
      by: Author,
      { meta_data: _ignored, ...person }: BodyOf<typeof createWooCustomerRoute>,
      account: Awaited<ReturnType<typeof prepareNew>>,
      emit: Emit,
    ): Promise<WooCustomer> {
      const made = await createPerson(tx, by, { ...person, create_anyway: true }, account, secrets, new Date());
      emit({ type: 'customers', customer_id: made.id });
      return wooCustomer(tx, made.id, by.timeZone);
    }

    async function change(
      tx: Tx,
      by: Author,
      id: number,
      { version, ...given }: BodyOf<typeof changeWooCustomerRoute>,
      passwordHash: Awaited<ReturnType<typeof prepareChange>>,
      emit: Emit,
    ): Promise<WooCustomer> {
      const body = { ...given, expected_version: version };
      const { parts } = await changeCustomer(tx, by, id, body, passwordHash);
      emit({ type: 'customers', customer_id: id, parts });
      return wooCustomer(tx, id, by.timeZone);
    }

    async function remove(tx: Tx, by: Author, id: number, isSure: boolean, emit: Emit): Promise<WooCustomer> {
      const before = await wooCustomer(tx, id, by.timeZone);
      requireForce(isSure);
      await deleteCustomer(tx, by, id);
      emit({ type: 'customers', customer_id: id, parts: ['removed'] });
      return before;
    }

    servePreparedWrite(
      scope,
      createWooCustomerRoute,
      ({ principal, body }) => prepareNew(principal, body),
      async ({ tx, principal, body, emit }, account) => add(tx, principal, body, account, emit),
    );

    servePreparedWrite(
      scope,
      changeWooCustomerRoute,
      ({ body }) => prepareChange(body),
      async ({ tx, principal, params, body, emit }, hash) => change(tx, principal, params.id, body, hash, emit),
    );

    serveWrite(scope, deleteWooCustomerRoute, async ({ tx, principal, params, query, emit }) =>
      remove(tx, principal, params.id, isForced(query), emit),
    );

    serveWooBatch(scope, batchWooCustomersRoute, ({ principal }) => ({
      create: async (given, step) => {
        const account = await prepareNew(principal, given);
        return step((tx, emit) => add(tx, principal, given, account, emit));
      },
      update: async ({ id, ...given }, step) => {
        const hash = await prepareChange(given);
        return step((tx, emit) => change(tx, principal, id, given, hash, emit));
      },
      delete: async (id, step) => {
        if (!may(principal, 'delete-customers')) throw new Refusal('not_allowed', 'This key may not delete customers.');
        return step((tx, emit) => remove(tx, principal, id, true, emit));
      },
    }));
  });
}
