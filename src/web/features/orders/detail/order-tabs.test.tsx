// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onPage, serve } from '#testing/served-page.tsx';
import { PAID_ORDER } from '#web/entities/order/order.testing.ts';
import { CustomerTab } from './tab-customer.tsx';
import { PaymentTab } from './tab-payment.tsx';

beforeEach(() => serve(() => null));
afterEach(() => void vi.unstubAllGlobals());

it('shows no placeholder address, and calls a buyer without an account a guest', async () => {
  const billing = {
    ...PAID_ORDER.billing,
    first_name: 'Ada',
    email: 'guest-7@customers.invalid',
    phone: '828 555 0100',
  };
  const guest = await onPage(<CustomerTab order={{ ...PAID_ORDER, billing }} />);
  for (const words of ['NameAda', 'EmailNot provided', 'Phone828 555 0100', 'User IDGuest'])
    expect(guest.text()).toContain(words);
  expect(guest.text()).not.toContain('customers.invalid');
  await guest.leave();

  const order = { ...PAID_ORDER, customer_id: 17, billing: { ...billing, email: 'ada@example.com' } };
  const customer = await onPage(<CustomerTab order={order} />);
  for (const words of ['Emailada@example.com', 'User ID17']) expect(customer.text()).toContain(words);
  await customer.leave();
});

it('lists how an order was paid, and changes its status for those who may', async () => {
  const cashier = await onPage(<PaymentTab order={PAID_ORDER} />);
  for (const words of [
    'MethodSplit Payment',
    '$100.00',
    '$97.46',
    'Change$2.53',
    'Transaction IDN/A',
    'CashierSasha Lind',
  ])
    expect(cashier.text()).toContain(words);
  expect(cashier.all('[aria-label=Actions]')).toEqual([]);
  await cashier.leave();
  const manager = await onPage(<PaymentTab order={PAID_ORDER} />, ['change-orders']);
  expect(manager.all('[aria-label=Actions]')).toHaveLength(1);
  await manager.leave();
});
