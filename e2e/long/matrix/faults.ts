import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Role } from '#domain/permissions.ts';
import type { Fault, FaultProxy } from '../../support/faults/fault-proxy.ts';
import type { KillableBrowser } from '../../support/faults/killed-browser.ts';
import type { ShopServer } from '../../support/shop/server.ts';
import type { Username } from '../../support/shop/shop.ts';
import { expect } from '../../support/staff.ts';
import { Till } from '../../support/pages/till.ts';
import { footerList } from '../../support/faults/unanswered.ts';
import { unknownOutcome } from '../../support/faults/unknown-outcome.ts';
import type { Command } from './command.ts';

/** The browser, network and server of a command. */
export interface Stage {
  readonly browser: KillableBrowser;
  readonly faults: FaultProxy;
  readonly server: ShopServer;
  page: Page;
}

/** The people who send commands, and their role unless a fault takes it away. */
const ROLE = { manager: 'manager', admin: 'administrator' } as const;
type Person = keyof typeof ROLE;
export const PERSON: Person = 'manager';
/** After this time the browser has written what a form keeps to the disk, but not what is sent afterwards. */
const FORM_ON_DISK_MS = 10_000;

interface Play {
  readonly stage: Stage;
  readonly command: Command;
  press: () => Promise<void>;
  /** Changes a field of the form, as a person might meanwhile. */
  edit: () => Promise<void>;
}

export const personOf = ({ by }: Command): Person => by ?? PERSON;
export const roleOf = (command: Command): Role => ROLE[personOf(command)];

export interface FaultEntry {
  readonly name: string;
  /** Sends the command under the fault. Afterwards the network works again, and the outcome can be found out. */
  strike: (play: Play) => Promise<void>;
}

/** Signs in if asked to, and goes to a view. */
export async function arrive(page: Page, view: string, person: Username): Promise<void> {
  await page.goto(view);
  const form = page.getByRole('textbox', { name: 'Username' });
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(form.or(logout)).toBeVisible({ timeout: 30_000 });
  if (await form.isVisible()) {
    await new Till(page).signIn(person);
    await expect(logout).toBeVisible({ timeout: 30_000 });
    await page.goto(view);
  }
}

/** Presses, and waits until the server has done it and the reply was lost. */
async function pressUnheard({ stage, command, press }: Play): Promise<Fault> {
  const lost = stage.faults.loseReplies(command.request);
  await press();
  await lost.struck;
  return lost;
}

async function pressUntilUnknown(play: Play, lost: Fault): Promise<void> {
  await play.press();
  await lost.struck;
  // A command without a form is named in the footer only.
  const { page } = play.stage;
  await expect(unknownOutcome(page).or(footerList(page)).first()).toBeVisible({ timeout: 30_000 });
}

/** Loads the page again with its form closed. A reload would open the form again, because the address names its record. */
async function loadClosed({ stage, command }: Play): Promise<void> {
  await stage.page.goto(command.view);
}

async function atLocation(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Location:/ }).click();
  await page.getByRole('menuitem', { name }).click();
  // Leaving with an unknown outcome may ask for confirmation.
  const leave = page.getByRole('button', { name: 'Go there all the same' });
  const arrived = page.getByRole('contentinfo').last().filter({ hasText: name });
  await expect(leave.or(arrived)).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(page.getByRole('contentinfo').last()).toContainText(name);
}

/** Every way in which an answer can fail to arrive. Add new ones here; each is combined with every command. */
export const FAULTS: readonly FaultEntry[] = [
  {
    name: 'the reply is lost',
    async strike(play) {
      const lost = play.stage.faults.loseReplies(play.command.request);
      await pressUntilUnknown(play, lost);
      lost.end();
    },
  },
  {
    name: 'the request is lost',
    async strike(play) {
      const lost = play.stage.faults.loseRequests(play.command.request);
      await pressUntilUnknown(play, lost);
      lost.end();
    },
  },
  {
    name: 'the browser is killed',
    async strike(play) {
      await sleep(FORM_ON_DISK_MS);
      const lost = await pressUnheard(play);
      await play.stage.browser.kill();
      lost.end();
      play.stage.page = await play.stage.browser.open();
      await arrive(play.stage.page, play.command.view, personOf(play.command));
    },
  },
  {
    name: 'the page is reloaded',
    async strike(play) {
      const lost = await pressUnheard(play);
      await play.stage.page.reload();
      lost.end();
      await arrive(play.stage.page, play.command.view, personOf(play.command));
    },
  },
  {
    name: 'a second tab is opened',
    async strike(play) {
      const lost = await pressUnheard(play);
      const second = await play.stage.page.context().newPage();
      await arrive(second, play.command.view, personOf(play.command));
      lost.end();
    },
  },
  {
    name: 'another person signs in',
    async strike(play) {
      const { page } = play.stage;
      const lost = await pressUnheard(play);
      await loadClosed(play);
      await page.getByRole('button', { name: 'Logout' }).click();
      // Signing out with an unknown outcome may ask for confirmation.
      const leave = page.getByRole('button', { name: /sign out/i });
      const form = page.getByRole('textbox', { name: 'Username' });
      await expect(form.or(leave)).toBeVisible();
      if (await leave.isVisible()) await leave.click();
      // A page that closes sooner may cancel the sign-out.
      await expect(form).toBeVisible();
      await arrive(page, play.command.view, personOf(play.command) === 'admin' ? 'manager' : 'admin');
      lost.end();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(form).toBeVisible();
      await arrive(page, play.command.view, personOf(play.command));
    },
  },
  {
    name: 'the person goes to another location',
    async strike(play) {
      const { page } = play.stage;
      const lost = await pressUnheard(play);
      await loadClosed(play);
      await atLocation(page, 'Blowing Rock');
      lost.end();
      await atLocation(page, 'Charlotte Central');
      await arrive(page, play.command.view, personOf(play.command));
    },
  },
  {
    name: 'the form is edited',
    async strike(play) {
      const lost = play.stage.faults.loseReplies(play.command.request);
      await pressUntilUnknown(play, lost);
      await play.edit();
      lost.end();
    },
  },
  {
    name: 'the permission is gone',
    async strike(play) {
      const lost = play.stage.faults.loseReplies(play.command.request);
      await pressUntilUnknown(play, lost);
      await play.stage.server.setRole(personOf(play.command), 'staff');
      lost.end();
    },
  },
];
