import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../support/staff.ts';
import { footerList } from '../support/faults/unanswered.ts';
import { checkNow, unknownOutcome } from '../support/faults/unknown-outcome.ts';
import { COMMANDS } from './matrix/commands.ts';
import { arrive, FAULTS, PERSON, personOf, roleOf, type Stage } from './matrix/faults.ts';

test.use({ network: 'scripted', as: PERSON });

/** While a deletion is unanswered, the page may ask for what is already gone. */
const GONE = /^404 GET /;

/** Asks in every tab until no outcome is unknown any more. */
async function settle(context: BrowserContext): Promise<void> {
  await expect(async () => {
    for (const page of context.pages()) {
      const ask = checkNow(page).first();
      if (await ask.isVisible()) await ask.click({ timeout: 2000 }).catch(() => undefined);
      await expect(unknownOutcome(page).or(footerList(page))).toHaveCount(0, { timeout: 2000 });
    }
  }).toPass({ timeout: 60_000 });
}

for (const command of COMMANDS) {
  test(`${command.name}: is done once when nothing is lost, and when the first answer is`, async ({
    killable,
    faults,
    signedIn,
    watch,
  }) => {
    watch.expect(GONE);
    const shop = await signedIn(personOf(command));
    const page = await killable.open();
    await arrive(page, command.view, personOf(command));
    const job = await command.arrange(shop, page);
    await job.open(page);
    expect(await job.made(page)).toBe(0);
    const lost = faults.loseReplies(command.request, 1);
    await job.press(page);
    await lost.struck;
    await expect.poll(() => faults.seen(command.request).at(-1)?.delivered, { timeout: 30_000 }).toBe(true);
    expect(await job.made(page)).toBe(1);
  });

  for (const fault of FAULTS) {
    test(`${command.name}: is done once and known when ${fault.name}`, async ({
      killable,
      faults,
      signedIn,
      server,
      watch,
    }) => {
      test.slow();
      const shop = await signedIn(personOf(command));
      // The page may ask for what the person may no longer see.
      watch.expect(/^(401|403|409|422) /);
      watch.expect(GONE);
      const stage: Stage = { browser: killable, faults, server, page: await killable.open() };
      await arrive(stage.page, command.view, personOf(command));
      const job = await command.arrange(shop, stage.page);
      await job.open(stage.page);
      const edit = async () => {
        const field = job.field(stage.page);
        if (!(await field.isVisible()) || !(await field.isEnabled()) || !(await field.isEditable())) return;
        await field.fill('7').catch(() => field.click());
      };
      try {
        await fault.strike({ stage, command, press: () => job.press(stage.page), edit });
        await settle(killable.context);
      } finally {
        await server.setRole(personOf(command), roleOf(command));
      }
      if (job.again) await expect(job.again(stage.page)).toHaveCount(0);
      expect(await job.made(stage.page)).toBe(1);
      // A page that was just opened may have found the outcome before it showed that it was unknown.
      const isKnown = () => faults.seen(command.request).some(({ delivered }) => delivered);
      await expect.poll(isKnown, { timeout: 30_000 }).toBe(true);
    });
  }
}
