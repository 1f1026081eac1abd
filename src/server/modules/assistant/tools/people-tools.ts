import { sql } from 'kysely';
import { z } from 'zod';
import { moneyOf } from '#contract/wire.ts';
import { customerStatistics, customerTotals, listPeople } from '#server/modules/customers/service.ts';
import { Refusal } from '#server/refusal.ts';
import { getBalance, selectSettings } from '#server/modules/loyalty/service.ts';
import { column, fact, personal, tool } from './tool.ts';
import { openIn } from './open-in.ts';

/**
 * A customer as the assistant calls them. A name by which somebody signs in, or one that is an address or a telephone
 * number, is contact data and stays here. Rule: assistant/what-is-sent.
 */
export function calledOf({ id, username, ...named }: PersonNamed): string {
  const names = [named.display_name, named.name].map((name) => name?.trim() ?? '');
  const isContact = (name: string): boolean =>
    name === username || name.includes('@') || /\d{7}/.test(name.replace(/\D/g, ''));
  return names.find((name) => name !== '' && !isContact(name)) ?? `Customer ${id}`;
}

interface PersonNamed {
  readonly id: number;
  readonly username: string;
  readonly display_name: string | null;
  readonly name: string | null;
}

const customerId = z.int().min(1).max(2_147_483_647);

/**
 * The customers that a search is about: one by id, or those of a name. What else finds somebody is contact data.
 * Rule: assistant/what-is-sent.
 * @throws Refusal `not_valid` for contact data, `not_allowed` for a name where names stay here
 */
function soughtBy(search: string, sharesNames: boolean): { search?: string; id?: number; inNamesAlone?: boolean } {
  const typed = search.trim().replace(/^#/, '');
  if (typed === '') return {};
  if (customerId.safeParse(Number(typed)).success && /^\d+$/.test(typed)) return { id: Number(typed) };
  if (typed.includes('@') || /\d{7}/.test(typed.replace(/\D/g, '')))
    throw new Refusal('not_valid', 'Customers are found by name or id, and not by an address or a telephone number.');
  if (!sharesNames)
    throw new Refusal('not_allowed', 'Names of customers are not shared with a model: they are found by id alone.');
  return { search: typed, inNamesAlone: true };
}

export const findCustomers = tool({
  name: 'customers',
  description:
    'Customers by words of their name, with number of orders, what they spent and their points. Never contact data. Where names are left out, customers are named and found by id.',
  permission: 'see-customers',
  parameters: z.object({
    search: z.string().max(200).optional().describe('Words of the name, or an id.'),
    group: z.string().max(50).optional().describe('Only customers of this group.'),
  }),
  run: async (asked, { search, group }) => {
    const { search: words, ...only } = soughtBy(search ?? '', asked.sharesNames);
    const query = { role: 'customer' as const, search: words, group, page: 1, per_page: Math.min(asked.limit, 1000) };
    const { data, meta } = await listPeople(asked.db, asked.staff, query, only);
    const totals = new Map(
      (
        await customerTotals(
          asked.db,
          data.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    return {
      title: 'Customers',
      columns: [
        column('id', 'Id', 'number'),
        personal('name', 'Customer'),
        column('orders', 'Orders', 'number'),
        column('spent', 'Spent', 'money'),
        column('last_order', 'Last order', 'instant'),
        column('points', 'Points', 'number'),
      ],
      rows: data.map((person) => ({
        id: person.id,
        name: calledOf(person),
        orders: totals.get(person.id)?.total_orders ?? 0,
        spent: totals.get(person.id)?.total_spent ?? '0.00',
        last_order: totals.get(person.id)?.last_order ?? null,
        points: person.points_balance,
      })),
      total: meta.total,
      isAtLeast: !meta.is_exact,
      location: '',
      open: openIn('customers', 'Customers', { search, group }),
    };
  },
});

export const oneCustomer = tool({
  name: 'customer',
  description: 'Figures of one customer by id: lifetime value, average order, orders, last order, points.',
  permission: 'see-customers',
  parameters: z.object({ customer_id: customerId.describe('Id of the customer, from customers.') }),
  run: async (asked, { customer_id: id }) => {
    const figures = await customerStatistics(asked.db, asked.staff, id);
    const { balance } = await getBalance(asked.db, id);
    return {
      title: `Customer ${id}`,
      columns: [
        column('lifetime_value', 'Lifetime value', 'money'),
        column('average_order_value', 'Average order', 'money'),
        column('total_orders', 'Orders', 'number'),
        column('completed_orders', 'Completed', 'number'),
        column('last_order_date', 'Last order', 'instant'),
        column('points', 'Points', 'number'),
      ],
      rows: [
        {
          lifetime_value: figures.lifetime_value,
          average_order_value: figures.average_order_value,
          total_orders: figures.total_orders,
          completed_orders: figures.completed_orders,
          last_order_date: figures.last_order_date,
          points: balance,
        },
      ],
      location: '',
      open: openIn('customers', 'Customers', { customer: String(id) }),
    };
  },
});

export const loyalty = tool({
  name: 'loyalty',
  description:
    'Figures of the points of all customers: points outstanding and what they are worth, points given, used and lapsed, by type.',
  permission: 'see-customers',
  parameters: z.object({
    days: z.int().min(1).max(366).default(30).describe('Number of days to look back for entries.'),
  }),
  run: async ({ db }, { days }) => {
    const settings = await selectSettings(db);
    const [{ rows }, held] = [
      await sql<{ type: string; entries: number; given: number; taken: number }>`
        SELECT type, count(*)::integer AS entries, coalesce(sum(points) FILTER (WHERE points > 0), 0)::float8 AS given,
               coalesce(-sum(points) FILTER (WHERE points < 0), 0)::float8 AS taken
          FROM points_events WHERE created_at > now() - make_interval(days => ${days}) GROUP BY type ORDER BY count(*) DESC`.execute(
        db,
      ),
      await sql<{ customers: number; points: number }>`
        SELECT count(*)::integer AS customers, coalesce(sum(balance), 0)::float8 AS points FROM points_balances WHERE balance > 0`.execute(
        db,
      ),
    ];
    const { customers = 0, points = 0 } = held.rows[0] ?? {};
    const worth = Math.floor(points / settings.redeemPoints) * settings.redeemCents;
    return {
      title: `Points, last ${days} days`,
      columns: [
        column('type', 'Type'),
        column('entries', 'Entries', 'number'),
        column('given', 'Given', 'number'),
        column('taken', 'Taken', 'number'),
      ],
      rows,
      facts: [
        fact('Customers with points', customers),
        fact('Points outstanding', points),
        fact('Worth', moneyOf(worth), 'money'),
      ],
      location: '',
      open: openIn('customers', 'Customers', {}),
    };
  },
});
