import { createStore } from 'zustand/vanilla';
import type { SaleReply } from '#contract/orders.ts';
import {
  addToCart,
  type Cart,
  changePrice,
  type LineChange,
  type NewCartLine,
  removeLine,
  setCount,
} from '#domain/cart.ts';
import { type Cents, displayMoney, minus } from '#domain/money.ts';
import { CART_KEY } from '#web/api/waiting-sales.ts';
import {
  type AsideSale,
  type CartCustomer,
  type CartRecord,
  EMPTY_RECORD,
  isEmptyRecord,
  readCartRecord,
  type SaleBody,
  writeCartRecord,
} from './cart-record.ts';
import { afterRefusal, mayBeOnCard, NEW_PAYMENT, type Payment, type PaymentEvent, reducePayment } from './payment.ts';

/** Whose cart it is. Another person or another location has another one. */
export interface CartOwner {
  readonly userId: number;
  readonly locationId: number | null;
}

export interface CartState extends CartRecord {
  readonly owner: CartOwner | null;
  readonly stage: 'cart' | 'checkout';
  /** The server's reply (JSON) to the sale just made, shown until the next one begins; survives a reload of this tab. */
  readonly sold: string | null;
  /** Another window of this person sent `sent`; this one only watches at first. */
  readonly elsewhere: boolean;

  /**
   * Adds an item, also beyond what is left for those who may; begins the next sale when the last one is shown. While a
   * payment is open or a sale on its way nothing is added: what is paid is what was on the screen. It says so, with a
   * way to add it all the same.
   */
  add: (item: NewCartLine) => void;
  setCount: (key: string, count: number) => void;
  remove: (key: string) => void;
  /** New price, discount and adjustment of a line, with the reason for them. */
  changePrice: (key: string, change: LineChange) => void;
  empty: () => void;
  setCustomer: (customer: CartCustomer | null) => void;
  /** Takes over lines that were corrected: new prices, what stock has left. */
  replaceLines: (lines: Cart) => void;

  /** Enters something of the payment. */
  pay: (event: PaymentEvent) => void;
  openCheckout: () => void;
  closeCheckout: () => void;
  /** Locks the cart before the sale is sent and returns the key to send it with; null when one is already on its way. */
  send: (body: SaleBody, totalCents: Cents) => string | null;
  /** The sale with this key is recorded. Only the sale at hand is shown; one put aside just leaves. */
  settleSold: (key: string, reply: SaleReply) => void;
  /** The sale with this key is known not to be recorded: its lines can be changed, under a new key. */
  settleRefused: (key: string, reason: string) => void;
  /** Puts a sale whose answer is not known aside, to go on with the next one. */
  setAside: () => void;
  /** Takes a sale that was not saved back into an empty cart. */
  takeBack: (key: string) => void;
  newSale: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface CartDeps {
  readonly storage: Store;
  /** Of this tab only. */
  readonly tabStorage: Store;
  readonly newKey: () => string;
  /** Says why something was not done, or warns of what was; `next` is what can be done about it. */
  readonly tell: (sentence: string, isWarning?: boolean, next?: { label: string; onPress: () => void }) => void;
  /** What to say of an edit that asks for more than stock has, and whether it may not be done at all. */
  readonly checkStock: (before: Cart, after: Cart) => { sentence: string; blocked: boolean } | null;
}

const keyOf = ({ userId, locationId }: CartOwner): string => `${CART_KEY}${userId}.${locationId ?? 'none'}`;
const soldKeyOf = (owner: CartOwner): string => `${keyOf(owner)}.sold`;

/** Storage may be full or switched off: the cart still works, it only does not outlive the page. */
function write(storage: Store, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Nothing to be done at a counter.
  }
}

function read(storage: Store, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

const BEING_SAVED = 'This sale is being saved. Put it aside to begin the next one.';
const CHANGED_ELSEWHERE = 'This cart was changed in another window of yours. Look at it before you take the payment.';
const SOLD_ELSEWHERE = 'This sale was saved in another window of yours.';

/** The cart of a till: domain rules, kept in the browser under its owner's key on every change. */
export function createCart({ storage, tabStorage, newKey, tell, checkStock }: CartDeps) {
  const store = createStore<CartState>()((set, get) => {
    function keep(change: Partial<CartState>): void {
      set(change);
      const { owner, ...state } = get();
      if (owner === null) return;
      write(storage, keyOf(owner), isEmptyRecord(state) ? null : writeCartRecord(state));
      if (change.sold !== undefined) write(tabStorage, soldKeyOf(owner), change.sold);
    }

    /** What the terminal was to take may have been taken by now. */
    function sayRefund(after: Payment): void {
      const less = minus(mayBeOnCard(get().payment), mayBeOnCard(after));
      if (less > 0) tell(`If ${displayMoney(less)} was taken on the card terminal, refund it there.`, true);
    }

    /** Changes what is sold, unless a sent sale has it locked. A sold sale on the screen makes way. */
    function edit(change: (cart: Cart) => Cart, takesMore = false): void {
      const { sent, lines } = get();
      if (sent !== null) return tell(BEING_SAVED);
      const next = change(lines);
      const short = takesMore ? checkStock(lines, next) : null;
      if (short !== null) tell(short.sentence, !short.blocked);
      if (short?.blocked === true) return;
      // An empty cart is no sale: it has no key, no payment and nothing to check out.
      const emptied = next.length === 0 ? ({ saleKey: null, payment: NEW_PAYMENT, stage: 'cart' } as const) : {};
      if (next.length === 0) sayRefund(NEW_PAYMENT);
      keep({ lines: next, sold: null, ...emptied });
    }

    function addTo(item: NewCartLine): void {
      edit((cart) => addToCart(cart, item), true);
    }

    return {
      ...EMPTY_RECORD,
      owner: null,
      stage: 'cart',
      sold: null,
      elsewhere: false,

      add: (item) => {
        const { sent, stage, setAside, closeCheckout } = get();
        if (sent === null && stage === 'cart') return addTo(item);
        const [why, label, makeWay] =
          sent === null
            ? ['The payment is open, so its items are fixed.', 'Back to cart and add', closeCheckout]
            : ['The sale before it is still being saved.', 'Put that aside and add', setAside];
        tell(`Not added: ${item.name}. ${why}`, false, {
          label,
          onPress: () => {
            // What stood in the way may have gone by itself meanwhile.
            if (get().sent !== null || get().stage === 'checkout') makeWay();
            addTo(item);
          },
        });
      },
      setCount: (key, count) => edit((cart) => setCount(cart, key, count), true),
      remove: (key) => edit((cart) => removeLine(cart, key)),
      changePrice: (key, change) => edit((cart) => changePrice(cart, key, change)),
      empty: () => edit(() => []),
      replaceLines: (lines) => edit(() => lines),
      setCustomer: (customer) => {
        if (get().sent !== null) tell(BEING_SAVED);
        else keep({ customer, sold: null });
      },

      pay: (event) => {
        const { sent, payment } = get();
        if (sent !== null) return;
        const after = reducePayment(payment, event);
        sayRefund(after);
        keep({ payment: after });
      },
      openCheckout: () => {
        const { lines, saleKey } = get();
        if (lines.length > 0) keep({ stage: 'checkout', saleKey: saleKey ?? newKey() });
      },
      closeCheckout: () => {
        if (get().sent === null) set({ stage: 'cart' });
      },
      send: (body, totalCents) => {
        // Asked of the storage too: another window may have sent it this very moment.
        const { owner } = get();
        if (owner !== null && readCartRecord(read(storage, keyOf(owner))).sent !== null) changedElsewhere(keyOf(owner));
        const { sent, saleKey, lines } = get();
        if (sent !== null || lines.length === 0) return null;
        const key = saleKey ?? newKey();
        keep({ saleKey: key, sent: { key, body, totalCents }, elsewhere: false });
        return key;
      },
      settleSold: (key, reply) => {
        const { sent, aside } = get();
        if (sent?.key === key) {
          keep({ ...EMPTY_RECORD, aside, stage: 'cart', elsewhere: false, sold: JSON.stringify(reply) });
        } else keep({ aside: aside.filter((one) => one.key !== key) });
      },
      settleRefused: (key, reason) => {
        const { sent, aside, payment: paid } = get();
        if (sent?.key === key) {
          keep({ sent: null, saleKey: newKey(), payment: afterRefusal(paid, sent.totalCents), elsewhere: false });
        } else {
          const refused = (one: AsideSale) => ({
            ...one,
            payment: afterRefusal(one.payment, one.totalCents),
            refusal: reason,
          });
          keep({ aside: aside.map((one) => (one.key === key ? refused(one) : one)) });
        }
      },
      setAside: () => {
        const { sent, lines, customer, payment, aside } = get();
        if (sent === null) return;
        const put = { ...sent, lines, customer, payment, refusal: null };
        keep({ ...EMPTY_RECORD, aside: [...aside, put], stage: 'cart', elsewhere: false });
      },
      takeBack: (key) => {
        const { sent, lines, aside } = get();
        const back = aside.find((one) => one.key === key && one.refusal !== null);
        if (!back) return;
        if (sent !== null || lines.length > 0) return tell('Finish or empty the cart first. The other sale is kept.');
        const rest = aside.filter((one) => one !== back);
        const { lines: backLines, customer, payment } = back;
        keep({ lines: backLines, customer, payment, saleKey: null, aside: rest, sold: null, stage: 'cart' });
      },
      newSale: () => keep({ sold: null, stage: 'cart' }),
    };
  });

  /** Shows the cart of who is signed in; of nobody, an empty one. What the last owner left stays in the browser. */
  function openFor(owner: CartOwner | null): void {
    const before = store.getState().owner;
    if (before && owner && keyOf(before) === keyOf(owner)) return;
    const record = owner === null ? EMPTY_RECORD : readCartRecord(read(storage, keyOf(owner)));
    const sold = owner === null ? null : read(tabStorage, soldKeyOf(owner));
    const stage = record.sent === null ? 'cart' : 'checkout';
    store.setState({ ...record, owner, stage, sold, elsewhere: false });
  }

  /** Another window of the same person changed the cart. All of storage cleared (`null`) is no change of a cart. */
  function changedElsewhere(storageKey: string | null): void {
    const { owner, stage, sent, lines } = store.getState();
    if (owner === null || storageKey !== keyOf(owner)) return;
    const record = readCartRecord(read(storage, keyOf(owner)));
    // Nobody pays for what was not on the screen when the amount was said.
    const isOther =
      writeCartRecord({ ...EMPTY_RECORD, lines }) !== writeCartRecord({ ...EMPTY_RECORD, lines: record.lines });
    const isPaying = stage === 'checkout' && sent === null && record.sent === null;
    if (isPaying && isOther && record.lines.length > 0) tell(CHANGED_ELSEWHERE, true);
    const nextStage = record.sent !== null ? 'checkout' : isOther || record.lines.length === 0 ? 'cart' : stage;
    const elsewhere = record.sent !== null && record.sent.key !== sent?.key;
    if (sent !== null && record.sent === null && record.lines.length === 0) tell(SOLD_ELSEWHERE, true);
    store.setState({ ...record, stage: nextStage, elsewhere });
  }

  return { store, openFor, changedElsewhere };
}
