import { type DemoAudit, makeAudits, planAudits } from './stock/audits.ts';
import { makeCustomers } from './sales/customers.ts';
import type { DemoCustomer, StockPlan } from './model.ts';
import { type DemoOrder, HISTORY_DAYS, makeOrders } from './sales/orders.ts';
import { type DemoPointsEvent, makePointsLedger } from './sales/points-ledger.ts';
import { jarKey } from './stock/planned-moves.ts';
import { type DemoPurchaseOrder, makePurchaseOrders, planPartlyReceived } from './stock/purchasing.ts';
import { addDays, localDayOf } from './shop-time.ts';
import { type DemoMovement, makeStockLedger } from './stock/stock-ledger.ts';
import { planStock } from './stock/stock-plan.ts';
import { type DemoTransfer, planTransfers } from './stock/transfers.ts';

/** Everything that happened in the demo shop, up to `asOf`. The catalogue does not depend on time: `PRODUCTS`. */
export interface DemoHistory {
  readonly customers: readonly DemoCustomer[];
  readonly jars: readonly StockPlan[];
  readonly orders: readonly DemoOrder[];
  readonly movements: readonly DemoMovement[];
  readonly purchaseOrders: readonly DemoPurchaseOrder[];
  readonly transfers: readonly DemoTransfer[];
  readonly audits: readonly DemoAudit[];
  readonly pointsEvents: readonly DemoPointsEvent[];
  /** The morning the books begin. */
  readonly openingDay: string;
}

/** A year of a shop's life, the same for the same `asOf`; no clock is read. */
export function makeDemoHistory(asOf: Date): DemoHistory {
  const today = localDayOf(asOf);
  const openingDay = addDays(today, -HISTORY_DAYS);
  const customers = makeCustomers(today);
  const jars = planStock();
  const orders = makeOrders(asOf, customers, jars);
  const transfers = planTransfers(jars, today);
  const sent = transfers.flatMap(({ moves }) => moves);
  const taken = new Set(sent.map((move) => jarKey(move.locationId, move.productId, move.variationId)));
  const partly = planPartlyReceived(jars, today, taken);
  const came = partly.flatMap(({ moves }) => moves);
  for (const move of came) taken.add(jarKey(move.locationId, move.productId, move.variationId));
  const audits = planAudits(jars, today, taken);
  const planned = [...sent, ...came, ...audits.flatMap(({ moves }) => moves)];
  const movements = makeStockLedger(jars, orders, openingDay, planned);
  return {
    customers,
    jars,
    orders,
    movements,
    purchaseOrders: makePurchaseOrders(jars, movements, today, partly),
    transfers,
    audits: makeAudits(audits, movements),
    pointsEvents: makePointsLedger(customers, orders, openingDay),
    openingDay,
  };
}
