import type { Locator, Page } from '@playwright/test';
import type { Shop } from '../support/shop.ts';

/** One command, ready to be given. */
export interface Job {
  /** Opens the form and fills it in; all that is left is the press. */
  open: (page: Page) => Promise<void>;
  press: (page: Page) => Promise<void>;
  /** What a person would change in the form when nothing seems to happen. */
  field: (page: Page) => Locator;
  /** What would offer it once more, where a form keeps what was filled in. */
  again?: (page: Page) => Locator;
  /** How often it happened, as the server tells by any page. A fraction or a negative number is wrong, too. */
  made: (page: Page) => Promise<number>;
}

export interface Command {
  readonly name: string;
  /** The view in which it is given. */
  readonly view: string;
  readonly request: RegExp;
  /** Who gives it, when a manager may not. */
  readonly by?: 'admin';
  /** Makes what it needs. The page is that of the person who gives it, the shop that of a manager. */
  arrange: (shop: Shop, page: Page) => Promise<Job>;
}
