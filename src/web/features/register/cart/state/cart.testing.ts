import { holdCartRoute, resumeCartRoute } from '#contract/held-carts.ts';
import type { ReplyOf } from '#contract/route.ts';
import { createOrderRoute, type SaleReply } from '#contract/sale.ts';
import type { NewCartLine } from '#domain/cart.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { CallError } from '#web/api/call/call-error.ts';
import { Disk } from '#web/api/commands/disk.testing.ts';
import { createCommands } from '#web/api/commands/engine.ts';
import type { AnyDefinition, CommandOutcome } from '#web/api/commands/definition.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { persistCart } from '#domain/cart-persistence.ts';
import { type CartRecord, readMemo, type SaleBody } from './cart-record.ts';
import type { CartOwner } from '#web/features/register/sale/cart-sales.ts';
import { type CartDeps, createCart } from './cart-state.ts';
import { keptOfResume, readResumeMemo } from '#web/features/register/held/kept-resume.ts';
import { cartSales, HOLD, RESUME, SALE } from '#web/features/register/sale/sent-sales.ts';

export const grinder: NewCartLine = {
  productId: 502,
  variationId: null,
  name: 'Grinder',
  sku: 'AC-GR',
  image: null,
  category: 'Accessories',
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(1000) },
};
export const papers: NewCartLine = { ...grinder, productId: 504, name: 'Papers' };
export const SASHA: CartOwner = { userId: 3, locationId: 20 };
export const body: SaleBody = { payment_method: 'card', line_items: [{ product_id: 502, quantity: 1 }] };
export const total = toCents(2599);
export const reply = { success: true, id: 1 } as SaleReply;

/** The storage of a browser, shared by its windows. */
export class Kept {
  readonly items = new Map<string, string>();
  full = false;
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
}

/** A browser: the storage that its windows share, and the messages shown in them. */
export class Browser {
  storage = new Kept();
  readonly disk = new Disk();
  readonly told: string[] = [];
  readonly offered: { label: string; onPress: () => void }[] = [];
  /** Ends the wait for the next attempt, in each window. */
  readonly sleeping: (() => void)[] = [];
  readonly #hearing: ((key: string) => Promise<void>)[] = [];
  #keys = 0;

  /** Opens a window with the cart of Sasha. The command engine sends its sales, and the test answers them. */
  async page(overrides: Partial<CartDeps> = {}, tabStorage = new Kept()) {
    let here: CartOwner | null = SASHA;
    const answers = new Map<string, (answer: unknown) => void>();
    const hears = (key: string) => engine.reread(key);
    const engine = createCommands({
      storage: this.disk,
      load: async (kind) =>
        ({
          [HOLD.kind]: { ...HOLD, route: holdCartRoute, readMemo },
          [RESUME.kind]: {
            ...RESUME,
            route: resumeCartRoute,
            readMemo: readResumeMemo,
            doneMemo: (outcome: CommandOutcome<typeof resumeCartRoute>, command: CommandRecord) =>
              keptOfResume(outcome, command, cart.store.getState()),
          } satisfies AnyDefinition,
        })[kind] ?? { ...SALE, route: createOrderRoute, readMemo },
      post: (_definition, { key }) =>
        new Promise((resolve, reject) => {
          answers.set(key, (answer) =>
            answer instanceof CallError ? reject(answer) : resolve({ reply: answer, replayed: false }),
          );
        }),
      withdraw: () => Promise.reject(new Error('no sale is withdrawn here')),
      whoNow: () => here && { ...here, name: 'Sasha', location: 'Charlotte Central' },
      newKey: () => `command-${(this.#keys += 1)}`,
      now: () => this.#keys,
      wait: () => new Promise((resolve) => void this.sleeping.push(resolve)),
      lock: (_key, work) => work(),
      announce: (key) => this.#hearing.forEach((hear) => hear !== hears && void hear(key)),
      onNotKept: () => undefined,
      onFailed: () => undefined,
    });
    this.#hearing.push(hears);
    const cart = createCart({
      storage: this.storage,
      tabStorage,
      newKey: () => `key-${(this.#keys += 1)}`,
      sales: cartSales(engine),
      tell: (sentence, _isWarning, next) => {
        this.told.push(sentence);
        if (next) this.offered.push(next);
      },
      checkStock: () => null,
      ...overrides,
    });
    const now = cart.store.getState;
    engine.store.subscribe(cart.salesChanged);
    // As in the register.
    engine.watch(SALE, null, (outcome, { key, memo }) => {
      const atHand = now().saleKey === key;
      if (outcome.kind === 'done') now().settleSold(key, outcome.reply);
      if (outcome.kind === 'elsewhere' && outcome.state === 'done') now().settleSold(key, null);
      if (outcome.kind === 'refused' && !atHand) return 'keep';
      if (outcome.kind === 'refused') now().settleRefused(key, readMemo(memo)?.totalCents ?? total);
      return undefined;
    });
    engine.watch(HOLD, null, ({ kind }) => (kind === 'refused' ? 'keep' : undefined));
    await engine.open();
    cart.openFor(SASHA);
    return {
      ...cart,
      now,
      tabStorage,
      engine,
      /** From now on another person, or nobody, is signed in. */
      become: (owner: CartOwner | null) => {
        here = owner;
        cart.openFor(owner);
        engine.resume();
      },
      /** The session is being fetched again, so for a moment the page does not know who is signed in. */
      nobodyKnown: () => {
        here = null;
      },
      /** Gives the server's answer to the sale with this key. */
      answer: async (key: string | undefined, answer: unknown) => {
        await ticks();
        answers.get(key ?? '')?.(answer);
        await ticks();
      },
      /** Presses Resume or Join on a held cart. Returns the key of the command. */
      resume: async (cart: CartRecord, join = false) => {
        const key = `resume-${(this.#keys += 1)}`;
        const memo = { customerName: cart.customer?.name ?? '', join };
        await engine.send(RESUME, { key, subject: key, title: 'Resuming', memo, params: { id: '1' }, body: {} });
        return key;
      },
      /** Checks the cart out and sends it. Returns the key of the sale. */
      pay: () => {
        now().openCheckout();
        now().send(body, total);
        return now().sent?.key;
      },
    };
  }
}

/** The server's answer to resuming a cart. */
export const heldAs = (cart: CartRecord): ReplyOf<typeof resumeCartRoute> => ({
  success: true,
  data: {
    id: 1,
    sale_key: cart.saleKey ?? '',
    holds: cart.holds,
    cart: persistCart(cart.lines),
    customer_id: cart.customer?.id ?? null,
    points: cart.points,
    name: cart.name,
  },
});

export const refusal = new CallError({
  status: 409,
  code: 'out_of_stock',
  message: 'Not enough in stock.',
  details: { success: false, error: 'Not enough in stock.' },
});

export const withdrawn = new CallError({
  status: 409,
  code: 'command_withdrawn',
  message: 'It was withdrawn.',
  details: { success: false, error: 'It was withdrawn.' },
});

/** Lets pending promises settle. */
export const ticks = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
