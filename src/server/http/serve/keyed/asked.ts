/** A request as it was sent, before validation. */
export type Sent = Readonly<Record<'params' | 'query' | 'body', unknown>>;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The order that a request changes, as the routes of orders name it; null for others. */
export function orderOf(route: string, sent: Sent | undefined): number | null {
  if (sent === undefined || !route.includes(' /api/orders')) return null;
  const named = [sent.params, sent.query, sent.body].flatMap((part) =>
    isFields(part) ? [part['id'], part['orderId']] : [],
  );
  const id = Number(named.find((value) => value !== undefined));
  return Number.isSafeInteger(id) ? id : null;
}

const PAYMENT = new Set(['payment_method', 'payment_method_title', 'transaction_id']);
const PAYMENT_META = new Set<unknown>(['_cash_received', '_cash_change', '_split_payments']);

/**
 * The facts of a request that an approval is given for: all but how a sale is paid, because a till asks before the payment
 * is taken. Rule: sign-in/approvals.
 */
export function approvedFacts(sent: Sent | undefined): unknown {
  if (!isFields(sent?.body)) return sent;
  const { meta_data: meta, ...fields } = sent.body;
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !PAYMENT.has(name)));
  const kept: unknown[] = Array.isArray(meta) ? meta : [];
  return {
    ...sent,
    body: { ...body, meta_data: kept.filter((one) => !isFields(one) || !PAYMENT_META.has(one['key'])) },
  };
}
