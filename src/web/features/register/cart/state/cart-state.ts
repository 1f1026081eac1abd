// One file, because every change of a cart is stored in one step with its key, its payment and the sales put aside.
import { createStore } from 'zustand/vanilla';
import type { SaleReply } from '#contract/sale.ts';
import { type CartCustomer, withAgeOf } from '#web/entities/customer/customer-words.ts';
import { takeUnderage } from '#web/entities/customer/known-underage.ts';
import {
  addToCart,
  type Cart,
  changePrice,
  joinCarts,
  type LineChange,
  type NewCartLine,
  removeLine,
  setCount,
} from '#domain/cart.ts';
import { persistCart } from '#domain/cart-persistence.ts';
import { type CartPoints, fewerPointsSentence, goodsOf, pointsOff, pointsThatFit } from '#domain/cart-points.ts';
import { holdKey } from '#domain/held-cart.ts';
import { type Cents, displayMoney, minus } from '#domain/money.ts';
import {
  type CartRecord,
  EMPTY_RECORD,
  isEmptyRecord,
  readCartRecord,
  type ResumedCart,
  type SaleBody,
  type StoredCart,
  writeCartRecord,
} from './cart-record.ts';
import {
  type AsideSale,
  asideSales,
  type CartOwner,
  type CartSales,
  isCopy,
  openedCart,
  type SentSale,
  sentSale,
} from '#web/features/register/sale/cart-sales.ts';
import {
  afterRefusal,
  mayBeOnCard,
  NEW_PAYMENT,
  type Payment,
  type PaymentEvent,
  reducePayment,
  splitSum,
} from '#web/features/register/payment/payment.ts';

/** The prefix of the stored carts, each of one person at one location. */
const CART_KEY = 'tillwright.cart.';

export interface CartState extends StoredCart {
  readonly owner: CartOwner | null;
  readonly stage: 'cart' | 'checkout';
  /** The sale of this cart while it is on its way to the server. The cart is locked until the answer is known. */
  readonly sent: SentSale | null;
  /** Sales put aside while their answer was not known, and those that were not saved. */
  readonly aside: readonly AsideSale[];
  /**
   * The server's reply (JSON) to the completed sale, shown until the next one begins. Survives a reload of this tab.
   */
  readonly sold: string | null;
  /** Another window of this person sent `sent`. */
  readonly elsewhere: boolean;

  /**
   * Adds an item, beyond the stock only for people who may; begins the next sale if a completed one is shown. While a
   * payment is open or a sale is on its way it adds nothing, so that the paid amount is the one on the screen, and
   * offers to add it all the same.
   */
  add: (item: NewCartLine) => void;
  setCount: (key: string, count: number) => void;
  remove: (key: string) => void;
  /** Sets price, discount and adjustment of a line, with their reason. */
  changePrice: (key: string, change: LineChange) => void;
  empty: () => void;
  /** Sets the customer. Points of another customer are dropped. */
  setCustomer: (customer: CartCustomer | null) => void;
  /** Updates the data of the customer. */
  refreshCustomer: (customer: CartCustomer) => void;
  /** The customer's points that pay for a part of the cart; null for none. */
  setPoints: (points: CartPoints | null) => void;
  /** Replaces the lines by corrected ones, for example with new prices or less stock. */
  replaceLines: (lines: Cart) => void;

  /** Stores an entry of the payment. Only sending the sale pays it. */
  enterPayment: (event: PaymentEvent) => void;
  openCheckout: () => void;
  closeCheckout: () => void;
  /** Locks the cart and sends it as a sale. False if there is nothing to send, or a sale is on its way already. */
  send: (body: SaleBody, totalCents: Cents) => boolean;
  /**
   * The cart with this key is sold. It is shown with its reply; without one, another window of this browser shows it.
   */
  settleSold: (key: string, reply: SaleReply | null) => void;
  /** The cart with this key was not sold, so its lines can be changed again. */
  settleRefused: (key: string, totalCents: Cents) => void;
  /** Puts a sale with an unknown answer aside, to go on with the next one. */
  setAside: () => void;
  /** Restores a sale that was not saved into an empty cart. */
  takeBack: (key: string) => void;
  /**
   * Holds the cart on the server and begins the next one. Returns the key of the command; null if the cart cannot be
   * held, because it is empty, its sale was sent, or money was taken for it. If `name` is left out, it keeps the name
   * of its last hold; null removes that. Rule: register/hold.
   */
  hold: (name?: string | null) => string | null;
  newSale: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface CartDeps {
  readonly storage: Store;
  /** Storage of this tab only. */
  readonly tabStorage: Store;
  readonly newKey: () => string;
  readonly sales: CartSales;
  /** Says why something was not done, or warns. `next` is an action to offer. */
  readonly tell: (sentence: string, isWarning?: boolean, next?: { label: string; onPress: () => void }) => void;
  /** A sentence if an edit asks for more than stock; `blocked` if the edit is not allowed at all. */
  readonly checkStock: (before: Cart, after: Cart) => { sentence: string; blocked: boolean } | null;
}

/**
 * More resumed carts than one person has within the day for which commands keep them. Keys are not checked against
 * those commands, because a slow database may deliver the commands later.
 */
const MOST_TAKEN = 500;

const keyOf = ({ userId, locationId }: CartOwner): string => `${CART_KEY}${userId}.${locationId ?? 'none'}`;
const soldKeyOf = (owner: CartOwner): string => `${keyOf(owner)}.sold`;

/** Storage may be full or switched off. The cart still works, but is lost with the page. */
function write(storage: Store, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Nobody at a counter can do anything about it.
  }
}

function readItem(storage: Store, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

const BEING_SAVED = 'This sale is being saved. Put it aside to begin the next one.';
const WORTH_LESS = 'The cart is worth less now.';
const CHANGED_ELSEWHERE = 'This cart was changed in another window of yours. Look at it before you take the payment.';

/** The cart of a till: the domain's rules, stored in the browser under its owner's key at every change. */
export function createCart({ storage, tabStorage, newKey, sales, tell, checkStock }: CartDeps) {
  const saleOf = (owner: CartOwner, key: string) => sales.list(owner).find((sale) => sale.key === key);

  /** Reads the part of the state that depends on the sent sales. */
  function salesNow(
    saleKey: string | null,
    owner = store.getState().owner,
  ): Pick<CartState, 'sent' | 'aside' | 'elsewhere'> {
    const all = owner === null ? [] : sales.list(owner);
    const sent = sentSale(all, saleKey);
    const elsewhere = all.some(({ key, elsewhere: other }) => other && key === sent?.key);
    return { sent, aside: asideSales(all, saleKey), elsewhere };
  }

  // Belongs to one owner: cart-store.ts opens it for the signed-in person (followOwner).
  const store = createStore<CartState>()((set, get) => {
    function keep(change: Partial<CartState>): void {
      set(change);
      const { owner, ...state } = get();
      if (owner === null) return;
      write(storage, keyOf(owner), isEmptyRecord(state) ? null : writeCartRecord(state));
      if (change.sold !== undefined) write(tabStorage, soldKeyOf(owner), change.sold);
    }

    /** Warns if the card terminal may have taken money that is no longer owed. */
    function sayRefund(after: Payment): void {
      const less = minus(mayBeOnCard(get().payment), mayBeOnCard(after));
      if (less > 0) tell(`If ${displayMoney(less)} was taken on the card terminal, refund it there.`, true);
    }

    /**
     * Points can be worth at most the goods. Keeps those that fit, and says so if some do not. Rule:
     * loyalty/in-the-cart.
     */
    function pointsFor(lines: Cart): CartPoints | null {
      const { points } = get();
      const left = points && pointsThatFit(points.points, points, lines);
      if (points === null || points.points === left?.points) return points;
      tell(fewerPointsSentence(points, left, lines.length === 0 ? 'The cart is empty.' : WORTH_LESS), true);
      return left;
    }

    /** Changes the lines, unless a sent sale locks them. A completed sale on the screen is closed. */
    function edit(change: (cart: Cart) => Cart, takesMore = false): void {
      const { sent, lines } = get();
      if (sent !== null) return tell(BEING_SAVED);
      const next = change(lines);
      const short = takesMore ? checkStock(lines, next) : null;
      if (short !== null) tell(short.sentence, !short.blocked);
      if (short?.blocked === true) return;
      // An empty cart is not a sale: it has no key and no payment, and cannot be checked out.
      const emptied =
        next.length === 0
          ? ({ saleKey: null, holds: 0, name: null, payment: NEW_PAYMENT, stage: 'cart' } as const)
          : null;
      if (emptied) sayRefund(NEW_PAYMENT);
      keep({
        lines: next,
        points: pointsFor(next),
        sold: null,
        ...(emptied ?? { saleKey: get().saleKey ?? newKey() }),
      });
    }

    function addTo(item: NewCartLine): void {
      edit((cart) => addToCart(cart, item), true);
    }

    return {
      ...EMPTY_RECORD,
      taken: [],
      owner: null,
      stage: 'cart',
      sent: null,
      aside: [],
      sold: null,
      elsewhere: false,

      add: (item) => {
        const { sent, stage, setAside, closeCheckout } = get();
        if (sent === null && stage === 'cart') return addTo(item);
        const [why, label, makeWay] =
          sent === null
            ? ["Items can't change while payment is open.", 'Back to cart and add', closeCheckout]
            : ['The sale before it is still being saved.', 'Put that aside and add', setAside];
        tell(`Not added: ${item.name}. ${why}`, false, {
          label,
          onPress: () => {
            // The obstacle may be gone already.
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
        const { sent, customer: before, points } = get();
        if (sent !== null) return tell(BEING_SAVED);
        const isSame = customer !== null && customer.id === before?.id;
        if (points !== null && !isSame) {
          const why = customer === null ? 'The customer was cleared.' : 'Another customer was chosen.';
          tell(fewerPointsSentence(points, null, why), true);
        }
        const chosen = customer && takeUnderage(customer.id) ? { ...customer, isUnderage: true as const } : customer;
        keep({ customer: chosen && withAgeOf(before, chosen), sold: null, ...(!isSame && { points: null }) });
      },
      refreshCustomer: (customer) => {
        const { sent, customer: present } = get();
        if (sent !== null || customer.id !== present?.id) return;
        const next = withAgeOf(present, customer);
        if (JSON.stringify(next) !== JSON.stringify(present)) keep({ customer: next });
      },
      setPoints: (wanted) => {
        const { sent, customer, lines } = get();
        if (sent !== null || customer === null) return;
        keep({ points: wanted && pointsThatFit(wanted.points, wanted, lines) });
      },

      enterPayment: (event) => {
        const { sent, payment } = get();
        if (sent !== null) return;
        const after = reducePayment(payment, event);
        sayRefund(after);
        keep({ payment: after });
      },
      openCheckout: () => {
        if (get().lines.length > 0) keep({ stage: 'checkout' });
      },
      closeCheckout: () => {
        if (get().sent === null) set({ stage: 'cart' });
      },
      send: (body, totalCents) => {
        const { sent, saleKey, lines, customer, points, payment, holds, name } = get();
        if (sent !== null || saleKey === null || lines.length === 0) return false;
        sales.send(saleKey, body, { lines, customer, points, payment, holds, name, totalCents, aside: false });
        const now = salesNow(saleKey);
        if (now.sent !== null) set({ stage: 'checkout', ...now });
        // Nobody is known to be signed in at this moment, or another window has sold this cart.
        else if (!readAgain()) tell('Nothing was sent. Press Pay again in a moment.');
        return now.sent !== null;
      },
      settleSold: (key, reply) => {
        if (get().saleKey !== key) return;
        keep({ ...EMPTY_RECORD, stage: 'cart', ...salesNow(null), ...(reply && { sold: JSON.stringify(reply) }) });
      },
      settleRefused: (key, totalCents) => {
        const { saleKey, payment, owner } = get();
        if (saleKey !== key) return;
        const next = (owner && saleOf(owner, key)?.nextKey) ?? key;
        keep({ saleKey: next, payment: afterRefusal(payment, totalCents), ...salesNow(next) });
      },
      setAside: () => {
        const { sent } = get();
        if (sent === null) return;
        sales.putAside(sent.key);
        keep({ ...EMPTY_RECORD, stage: 'cart', ...salesNow(null) });
      },
      takeBack: (key) => {
        const { sent, lines, owner } = get();
        const sale = owner && saleOf(owner, key);
        if (sale?.state !== 'refused' || sale.memo === null) return;
        const { memo: back, nextKey, nextHolds: holds, isHold } = sale;
        if (sent !== null || lines.length > 0) return tell('Finish or empty the cart first. The other sale is kept.');
        const payment = isHold ? back.payment : afterRefusal(back.payment, back.totalCents);
        const { lines: again, customer, points, name } = back;
        keep({ lines: again, customer, points, name, payment, holds, saleKey: nextKey, sold: null, stage: 'cart' });
        sales.forget(key);
      },
      hold: (name) => {
        const { sent, saleKey, lines, stage, payment, owner } = get();
        if (owner === null || sent !== null || saleKey === null || lines.length === 0 || stage !== 'cart') return null;
        if (splitSum(payment) > 0 || payment.maybeCharged > 0) {
          tell('Money was taken for this sale, so it cannot be held. Finish it, or remove the payment first.');
          return null;
        }
        const key = holdKey(saleKey, get().holds);
        if (!sendHold(owner, key, { ...get(), ...(name !== undefined && { name }) })) {
          tell('Nothing was held. Press Hold again in a moment.');
          return null;
        }
        keep({ ...EMPTY_RECORD, stage: 'cart', ...salesNow(null) });
        return key;
      },
      newSale: () => keep({ sold: null, stage: 'cart' }),
    };
  });

  /**
   * Joins a held cart with the present one. An empty present cart is replaced by the held one; its customer stays if it
   * has one.
   */
  function joined(present: CartRecord, held: CartRecord): CartRecord {
    // Points stay with their customer.
    if (present.lines.length === 0) {
      return { ...held, customer: held.customer ? withAgeOf(present.customer, held.customer) : present.customer };
    }
    const { customer, points } = present.customer === null ? held : present;
    const name = present.name ?? held.name;
    return { ...present, lines: joinCarts(present.lines, held.lines), customer, points, name };
  }

  /** Sends the command that holds a cart. False if it was not sent. */
  function sendHold(owner: CartOwner, key: string, cart: CartRecord): boolean {
    const { lines, customer, points, payment, holds, name } = cart;
    const totalCents = minus(goodsOf(lines), pointsOff(points));
    sales.hold(key, { lines, customer, points, payment, holds, name, totalCents, aside: true });
    return saleOf(owner, key) !== undefined;
  }

  /**
   * Takes over a resumed cart, unless it was sold or held again since. If another sale was begun meanwhile, the resumed
   * cart is held again, unless the two were to be joined.
   */
  function take(owner: CartOwner, key: string, { held, into }: ResumedCart): void {
    const { lines, saleKey, sent, stage, taken } = store.getState();
    // Recorded first, because the changes below call this code again.
    store.setState({ taken: [...taken, key].slice(-MOST_TAKEN) });
    const all = sales.list(owner);
    if (!isCopy(held, all) && (into === null || !isCopy(into, all))) {
      // The present cart may be an older copy of the resumed one.
      const isOlder = saleKey === held.saleKey;
      const isFree = lines.length === 0 || isOlder || (into !== null && into.saleKey === saleKey);
      if (sent === null && stage === 'cart' && isFree) {
        const record = isOlder ? held : joined(store.getState(), held);
        store.setState({ ...record, sold: null, ...salesNow(record.saleKey) });
        write(tabStorage, soldKeyOf(owner), null);
      } else if (sendHold(owner, holdKey(held.saleKey ?? '', held.holds), held)) {
        tell('Another sale was begun here, so the cart that you resumed is held again.', true);
      } else return store.setState({ taken });
    }
    write(storage, keyOf(owner), writeCartRecord(store.getState()));
  }

  /**
   * Takes over the carts that the present person has resumed. Their commands keep them, because localStorage may lose
   * them.
   */
  function takeResumed(): void {
    const { owner } = store.getState();
    if (owner === null) return;
    for (const { key, read: readIt } of sales.resumed(owner)) {
      if (store.getState().taken.includes(key)) continue;
      const resumed = readIt();
      if (resumed === null) continue;
      if (readCartRecord(readItem(storage, keyOf(owner))).taken.includes(key)) changedElsewhere(keyOf(owner));
      else take(owner, key, resumed);
    }
  }

  function read(owner: CartOwner): StoredCart {
    const { taken, ...kept } = readCartRecord(readItem(storage, keyOf(owner)));
    return { ...openedCart(kept, sales.list(owner)), taken };
  }

  /** Shows the cart of the signed-in person, or an empty one. The former owner's cart stays in the browser. */
  function openFor(owner: CartOwner | null): void {
    const before = store.getState().owner;
    if (before && owner && keyOf(before) === keyOf(owner)) return;
    const record = owner === null ? { ...EMPTY_RECORD, taken: [] } : read(owner);
    const now = salesNow(record.saleKey, owner);
    const sold = owner === null ? null : readItem(tabStorage, soldKeyOf(owner));
    store.setState({ ...record, ...now, owner, stage: now.sent === null ? 'cart' : 'checkout', sold });
    takeResumed();
  }

  /**
   * Reads the cart again after another window of the same person changed it. Clearing all of the storage (`null`) does
   * not change the cart.
   */
  function changedElsewhere(storageKey: string | null): void {
    const { owner, stage, sent, lines, points } = store.getState();
    // A sent sale is not changed by other windows.
    if (owner === null || storageKey !== keyOf(owner) || sent !== null) return;
    const record = read(owner);
    // A changed cart leaves checkout, because the customer was told another amount.
    const isOther =
      persistCart(lines) !== persistCart(record.lines) || JSON.stringify(points) !== JSON.stringify(record.points);
    const isPaying = stage === 'checkout';
    const now = salesNow(record.saleKey);
    if (isPaying && isOther && record.lines.length > 0 && now.sent === null) tell(CHANGED_ELSEWHERE, true);
    const nextStage = now.sent !== null ? 'checkout' : isOther || record.lines.length === 0 ? 'cart' : stage;
    store.setState({ ...record, ...now, stage: nextStage });
  }

  /**
   * Drops a cart that another window has sold or put aside, and takes over the cart that is stored now. False if no
   * other window did so.
   */
  function readAgain(): boolean {
    const { owner, saleKey, holds } = store.getState();
    if (owner === null || saleKey === null) return false;
    const own = saleOf(owner, saleKey) ?? saleOf(owner, holdKey(saleKey, holds));
    if (own === undefined || (own.state !== 'done' && own.memo?.aside !== true)) return false;
    const record = read(owner);
    const now = salesNow(record.saleKey);
    store.setState({ ...record, ...now, stage: now.sent === null ? 'cart' : 'checkout' });
    return true;
  }

  /** Call after a sale was sent, answered or put aside, or a held cart was resumed, here or in another window. */
  function salesChanged(): void {
    takeResumed();
    const { owner, saleKey, sent } = store.getState();
    if (owner === null) return;
    const now = salesNow(saleKey);
    store.setState({ ...now, ...(now.sent !== null && sent === null && { stage: 'checkout' as const }) });
    if (sent === null || now.sent !== null) return;
    // This window settles its own sale at once. A cart that is still there after that was settled in another window.
    queueMicrotask(() => {
      const present = store.getState();
      if (present.saleKey !== saleKey || readAgain()) return;
      // It was refused there, and its cart goes on under a new key, which storage contains.
      changedElsewhere(keyOf(owner));
    });
  }

  return { store, openFor, changedElsewhere, salesChanged };
}
