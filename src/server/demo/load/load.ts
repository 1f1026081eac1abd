import { sql } from 'kysely';

import type { Tx } from '#server/db/pool.ts';
import { DEMO_PASSWORD } from '#server/modules/auth/demo-accounts.ts';
import { hashPassword } from '#server/modules/auth/password.ts';

import { makeDemoHistory } from '../demo-shop.ts';
import { instantAt } from '../shop-time.ts';
import { insertAudits } from './audit-batch-rows.ts';
import { insertAuditTrail } from './audit-rows.ts';
import { insertCatalogue } from './catalogue-rows.ts';
import { insertOrders } from './order-rows.ts';
import { insertCustomers, insertPoints, insertShop } from './people-rows.ts';
import { insertPurchasing } from './purchasing-rows.ts';
import { insertStock, insertTransfers } from './stock-rows.ts';

const DAY_BREAK = 6 * 3600;

/**
 * Loads the demo shop into an empty, migrated database: five locations, staff, catalogue, customers, and a year of
 * orders that ends at `asOf`. The same `asOf` gives the same rows, except for the password's salt. Takes about two seconds.
 */
export async function loadDemoShop(tx: Tx, { asOf }: { asOf: Date }): Promise<void> {
  const history = makeDemoHistory(asOf);
  const openedAt = instantAt(history.openingDay, DAY_BREAK);
  await insertShop(tx, await hashPassword(DEMO_PASSWORD), openedAt);
  await insertCatalogue(tx, openedAt);
  await insertCustomers(tx, history.customers);
  const lineIdOf = await insertOrders(tx, history.orders);
  const broughtBy = await insertPurchasing(tx, history.purchaseOrders, openedAt);
  await insertTransfers(tx, history.transfers);
  await insertAudits(tx, history.audits);
  await insertStock(tx, history.jars, history.movements, { lineIdOf, broughtBy });
  await insertPoints(tx, history.pointsEvents);
  await insertAuditTrail(tx, history, asOf);
  // A year of changes is sealed at once, and does not wait for the server's duty.
  await sql`SELECT seal_audit_trail(1000000)`.execute(tx);
  // Fresh tables have no statistics; the first lists should not wait for autovacuum to make them.
  await sql`ANALYZE`.execute(tx);
}
