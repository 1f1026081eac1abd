import type { Locator, Page } from '@playwright/test';
import type { Shop } from '../../support/shop/shop.ts';

/** A command that is filled in and ready to be sent. */
export interface Job {
  /** Opens the form and fills it in; only the press is left. */
  open: (page: Page) => Promise<void>;
  press: (page: Page) => Promise<void>;
  /** A field that a person might change when nothing seems to happen. */
  field: (page: Page) => Locator;
  /** The button that offers it again, where a form keeps what was filled in. */
  again?: (page: Page) => Locator;
  /** The number of times it happened, according to the server. A fraction or a negative number is wrong too. */
  made: (page: Page) => Promise<number>;
}

export interface Command {
  readonly name: string;
  /** The view of its form. */
  readonly view: string;
  readonly request: RegExp;
  /** The person who sends it, when a manager may not. */
  readonly by?: 'admin';
  /** Makes what the command needs. The page and the shop belong to the person who sends it. */
  arrange: (shop: Shop, page: Page) => Promise<Job>;
}
