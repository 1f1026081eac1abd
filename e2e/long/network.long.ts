import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { Till } from '../support/pages/till.ts';
import { ShopServer } from '../support/shop/server.ts';
import { shopPattern } from '../support/shop/shop-pattern.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: null });

test('a device learns to trust a shop that is served by https, and a customer sets a password by the mailed link', async ({
  browser,
}) => {
  const mails: string[] = [];
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  const settings: Record<string, string> = { TLS: 'auto', SMTP_URL: `smtp://127.0.0.1:${port}` };
  const server = await ShopServer.create('test-results/browser-server-network.log', shopPattern(), { settings });
  // A link with a name of this machine is mailed only where the shop says that this is its address.
  settings['PUBLIC_URL'] = server.origin;
  const context = await browser.newContext({ baseURL: server.origin, ignoreHTTPSErrors: true });
  try {
    await server.start();
    const page = await context.newPage();
    await page.goto(`${server.origin.replace('https', 'http')}/trust`);
    await expect(page.getByRole('heading', { name: 'Trust this shop on your device' })).toBeVisible();
    await expect(page.locator('code')).toHaveText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    await expect(page.locator('svg')).toBeVisible();
    await expectAccessible(page, 'trust');
    const [certificate] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the certificate' }).click(),
    ]);
    expect(certificate.suggestedFilename()).toBe('tillwright.crt');
    await page.getByRole('link', { name: 'Open the shop' }).first().click();
    await expect(page).toHaveURL(/^https:/);

    const till = new Till(page);
    await till.signIn('manager');
    await till.ready();
    await page.goto('/?view=customers');
    const customer = page.getByRole('grid', { name: 'Customers' }).getByRole('row').filter({ hasText: '@' }).first();
    await customer.dblclick();
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    const sent = page.getByRole('alertdialog', { name: 'Reset link sent' });
    await expect(sent).toContainText('It works once, until');
    await sent.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeFocused();
    await expect.poll(() => mails.length).toBe(1);
    const { text = '' } = await PostalMime.parse(mails[0] ?? '');
    const link = /https:\S+\/reset-password#[\w-]+/.exec(text)?.[0] ?? '';

    const theirs = await browser.newContext({ ignoreHTTPSErrors: true });
    const mailed = await theirs.newPage();
    await mailed.goto(link);
    await mailed.getByRole('textbox', { name: 'New password', exact: true }).fill('a longer password');
    await mailed.getByRole('textbox', { name: 'Repeat the new password' }).fill('a longer password');
    await mailed.keyboard.press('Enter');
    await expect(mailed.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
    await mailed.reload();
    await expect(mailed.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
    await theirs.close();
  } finally {
    await context.close();
    await server.remove();
    await new Promise<void>((closed) => mailServer.close(closed));
  }
});
