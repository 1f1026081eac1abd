import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobHandlers } from '#server/job-handlers.ts';
import { type JobFailure, workOnce } from '#server/jobs/worker.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { addCustomer } from '#server/testing/shop.ts';

const PEOPLE = '/api/users-matrix/users';

interface Received {
  readonly to: string[];
  readonly raw: string;
}

let mailServer: SMTPServer;
let received: Received[] = [];
/** True if the mail server refuses the recipient. */
let turnsDown = false;
let shop: TestApp;
/** The same shop by a server without SMTP_URL. */
let mute: TestApp;
/** The same shop by one that has no PUBLIC_URL. */
let near: TestApp;
let till: Till;
let customer: number;
let address: string;

beforeAll(async () => {
  mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: (to, _session, done) =>
      done(turnsDown ? Object.assign(new Error(`no mailbox ${to.address}`), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map((to) => to.address), raw: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  shop = await testApp({
    env: {
      SMTP_URL,
      PUBLIC_URL: 'https://shop.example.com',
      MAIL_FROM: 'The Shop <shop@example.com>',
    },
  });
  mute = await testApp({ database: shop.database });
  near = await testApp({ database: shop.database, env: { SMTP_URL, HOST: '0.0.0.0' } });
  till = await shop.signIn();
});
afterAll(async () => {
  await near.close();
  await mute.close();
  await shop.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});
beforeEach(async () => {
  received = [];
  turnsDown = false;
  await sql`DELETE FROM jobs`.execute(shop.database.db);
  customer = await addCustomer(shop, 'Dana Reed');
  const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE id = ${customer}`.execute(
    shop.database.db,
  );
  address = rows[0]?.email ?? '';
});

interface Sent {
  sent: boolean;
  link: string | null;
}
const press = (id: number | string = customer, at: TestApp = shop) =>
  at.inject({ method: 'POST', url: `${PEOPLE}/${id}/password-reset`, headers: till.headers });
const failures: JobFailure[] = [];
const work = () =>
  workOnce({
    db: shop.database.db,
    secrets: shop.app.deps.secrets,
    handlers: jobHandlers(shop.app.deps),
    onFailure: (failure) => void failures.push(failure),
  });
const mailed = async (): Promise<string> => {
  expect(await work()).toBe(true);
  const text = (await PostalMime.parse(received.at(-1)?.raw ?? '')).text ?? '';
  return /#([\w-]+)/.exec(text)?.[1] ?? '';
};
/** The token of a link that was handed over. */
const handed = async (): Promise<string> => (await press(customer, mute)).json<Sent>().link?.split('#')[1] ?? '';

const anonymous = (path: string, body: object) =>
  shop.inject({ method: 'POST', url: `/api/password-reset${path}`, payload: body });
const set = (token: string, password = 'a longer password') => anonymous('', { token, password });
const check = (token: string) => anonymous('/check', { token });
const hashOf = async () =>
  (
    await sql<{ password_hash: string | null }>`SELECT password_hash FROM users WHERE id = ${customer}`.execute(
      shop.database.db,
    )
  ).rows[0]?.password_hash ?? null;

describe('a link to set the password', () => {
  it('reaches the customer by mail, and works once', async () => {
    const reply = (await press()).json<Sent>();
    expect(reply).toMatchObject({ success: true, sent: true, link: null });
    const token = await mailed();
    const mail = await PostalMime.parse(received[0]?.raw ?? '');
    expect(received[0]?.to).toEqual([address]);
    expect(mail).toMatchObject({
      from: { name: 'The Shop', address: 'shop@example.com' },
      subject: 'Set your password at Location 20',
    });
    expect(mail.text).toContain(`https://shop.example.com/reset-password#${token}`);
    expect((await check(token)).json()).toMatchObject({ success: true });
    expect((await set(token)).json()).toEqual({ success: true });
    expect(await hashOf()).toMatch(/^\$argon2id\$/);
    expect(refusalOf(await set(token, 'another long one'))).toEqual([422, 'reset_link_not_valid']);
  });

  it('is handed over where the server sends no mail or the customer has no address, and the answer says so', async () => {
    expect((await press(customer, mute)).json<Sent>()).toMatchObject({
      sent: false,
      link: expect.stringMatching(/^http:\/\/[^/]+\/reset-password#[\w-]{43}$/) as string,
    });
    await sql`UPDATE users SET email = username || '@customers.invalid' WHERE id = ${customer}`.execute(
      shop.database.db,
    );
    expect((await press()).json<Sent>()).toMatchObject({
      sent: false,
      link: expect.stringMatching(/^https:\/\/shop\.example\.com\/reset-password#/) as string,
    });
    expect(await work()).toBe(false);
  });

  it('is mailed with an address that others can open only, and handed over where there is none', async () => {
    const at = (host: string) =>
      near.inject({
        method: 'POST',
        url: `${PEOPLE}/${customer}/password-reset`,
        headers: { ...till.headers, host, origin: `http://${host}` },
      });
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']) {
      const reply = (await at(host)).json<Sent>();
      expect([reply.sent, reply.link?.split('#')[0]]).toEqual([false, `http://${host}/reset-password`]);
      expect(await work()).toBe(false);
    }
    expect((await at('till.example.com:3000')).json<Sent>()).toMatchObject({ sent: true, link: null });
    await mailed();
    expect((await PostalMime.parse(received[0]?.raw ?? '')).text).toContain(
      'http://till.example.com:3000/reset-password#',
    );
  });

  it('stands nowhere in the database as it is', async () => {
    const token = await handed();
    await press();
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT string_agg(r::text, ' ') FROM password_resets r) || (SELECT string_agg(j::text, ' ') FROM jobs j) ||
             (SELECT string_agg(a::text, ' ') FROM audit_trail a) || coalesce((SELECT string_agg(k::text, ' ') FROM idempotency_keys k), '') AS text`.execute(
      shop.database.db,
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain('#');
    expect(rows[0]?.text).toContain('reset_link_made');
  });

  it('is never made for staff: theirs would be an administrator’s password in anybody’s hands', async () => {
    const admin = await shop.signIn('administrator');
    for (const id of [admin.userId, till.userId, 0, 999_999])
      expect(refusalOf(await press(id))).toEqual([404, 'not_found']);
    expect(
      (await sql`SELECT FROM password_resets WHERE user_id = ${admin.userId}`.execute(shop.database.db)).rows,
    ).toEqual([]);
  });

  it('does nothing once the account has become one of staff, or is switched off', async () => {
    for (const change of [sql`role = 'administrator'`, sql`status = 'disabled'`]) {
      const token = await handed();
      await sql`UPDATE users SET ${change} WHERE id = ${customer}`.execute(shop.database.db);
      expect(refusalOf(await set(token))).toEqual([422, 'reset_link_not_valid']);
      expect(await hashOf()).toBeNull();
      await sql`UPDATE users SET role = 'customer', status = 'active' WHERE id = ${customer}`.execute(shop.database.db);
    }
  });

  it('answers alike whether it was guessed, used, replaced, or is too old', async () => {
    const used = await handed();
    await set(used);
    const replaced = await handed();
    const old = await handed();
    await sql`UPDATE password_resets SET created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
      WHERE ended_at IS NULL`.execute(shop.database.db);
    const before = await hashOf();
    const bad = ['', 'x', 'A'.repeat(43), used, replaced, old];
    const answers = [];
    for (const token of bad) answers.push(await set(token), await check(token));
    expect(
      new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body.replace(/"request_id":"[^"]*"/, '')}`)).size,
    ).toBe(1);
    expect(refusalOf(await set(old))).toEqual([422, 'reset_link_not_valid']);
    expect(await hashOf()).toBe(before);
  });

  it('sets one password when it is opened twice at once', async () => {
    const token = await handed();
    const answers = await Promise.all(['first password', 'second password'].map((password) => set(token, password)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('asks for a password that is long enough, and is not used up by one that is not', async () => {
    const token = await handed();
    expect((await set(token, 'short')).json()).toMatchObject({ code: 'invalid_request', field: 'password' });
    expect((await set(token)).statusCode).toBe(200);
  });

  it('is made five times an hour at most', async () => {
    for (let turn = 0; turn < 5; turn += 1) expect((await press()).statusCode).toBe(200);
    const sixth = await press();
    expect(refusalOf(sixth)).toEqual([429, 'too_many_requests']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3000);
    // The clock was set back since.
    await sql`UPDATE password_resets SET created_at = created_at + interval '1 day'`.execute(shop.database.db);
    expect((await press()).statusCode).toBe(200);
  });

  it('is told in the audit trail, with who asked and nothing of the link', async () => {
    const token = await handed();
    await set(token);
    const { rows } = await sql`
      SELECT action, actor_id, details FROM audit_trail WHERE entity = 'user' AND entity_id = ${String(customer)} ORDER BY id`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([
      { action: 'reset_link_made', actor_id: till.userId, details: { by_mail: false } },
      { action: 'password_set_by_link', actor_id: null, details: {} },
    ]);
  });
});

describe('a link that has ended', () => {
  it('is not mailed after a newer one', async () => {
    await press();
    turnsDown = true;
    await work();
    turnsDown = false;
    await press();
    const newer = await mailed();
    await sql`UPDATE jobs SET run_at = now()`.execute(shop.database.db);
    expect(await work()).toBe(false);
    expect((await set(newer)).statusCode).toBe(200);
  });

  it.each([
    [
      'another e-mail address',
      () => till.send('PUT', `${PEOPLE}/${customer}`, { email: `new-${customer}@example.com` }),
    ],
    [
      'a merge into another account',
      async () => {
        const manager = await shop.signIn('manager');
        const kept = await addCustomer(shop, 'Dana R. Reed');
        return manager.post(`/api/customers/${kept}/merge`, { merge_id: customer });
      },
    ],
  ])('by %s, is neither mailed nor of any use', async (_by, change) => {
    const token = await handed();
    await press();
    expect((await change()).statusCode).toBe(200);
    expect(await work()).toBe(false);
    expect(refusalOf(await set(token))).toEqual([422, 'reset_link_not_valid']);
    const { rows } = await sql`SELECT FROM password_resets WHERE user_id = ${customer} AND ended_at IS NULL`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([]);
  });

  it('leaves no mail behind when its customer is deleted, not even one that was given up', async () => {
    await press();
    await sql`UPDATE jobs SET state = 'dead', finished_at = now()`.execute(shop.database.db);
    await press();
    const manager = await shop.signIn('manager');
    expect((await manager.send('DELETE', `${PEOPLE}/${customer}`)).json()).toMatchObject({ outcome: 'removed' });
    expect((await sql`SELECT FROM jobs`.execute(shop.database.db)).rows).toEqual([]);
  });

  it('waits for whoever changes the account, and holds nothing that they need', async () => {
    const token = await handed();
    const other = await holding(shop, 'select from users where id = $1 for update', [customer]);
    const setting = set(token);
    await untilWaiting(shop);
    await other.run('set local lock_timeout = 300');
    await other.run('update password_resets set ended_at = now() where user_id = $1', [customer]);
    await other.letGo();
    expect(refusalOf(await setting)).toEqual([422, 'reset_link_not_valid']);
  });
});

it('tries a mail again that the mail server turned down, and gives it up when its link has ended', async () => {
  await press();
  turnsDown = true;
  await work();
  expect(failures.at(-1)).toMatchObject({ isDead: false });
  expect(failures.at(-1)?.reason).not.toContain('@');
  turnsDown = false;
  await sql`UPDATE jobs SET run_at = now()`.execute(shop.database.db);
  expect((await set(await mailed())).statusCode).toBe(200);

  const { secrets } = shop.app.deps;
  const { enqueue } = await import('#server/jobs/queue.ts');
  const mail = { to: address, subject: 's', text: 't', useless_after: new Date(Date.now() - 1000).toISOString() };
  await enqueue(shop.database.db, secrets, 'mail', mail);
  await work();
  expect(failures.at(-1)).toMatchObject({ isDead: true });
  expect(received).toHaveLength(1);
});

it('shows administrators what was given up, and tries it again when they say so', async () => {
  const admin = await shop.signIn('administrator');
  await press();
  await sql`UPDATE jobs SET attempts = 7`.execute(shop.database.db);
  turnsDown = true;
  await work();
  const dead = await admin.get('/api/manage/jobs?state=dead');
  expect(dead.json()).toMatchObject({
    counts: { waiting: 0, done: 0, dead: 1 },
    data: [{ kind: 'mail', state: 'dead', attempts: 8, last_error: expect.stringContaining('550') as string }],
  });
  expect(dead.body).not.toContain(address);
  expect(refusalOf(await till.get('/api/manage/jobs'))).toEqual([403, 'not_allowed']);
  turnsDown = false;
  expect((await admin.post('/api/manage/jobs/retry', {})).json()).toMatchObject({ retried: 1 });
  expect((await admin.post('/api/manage/jobs/retry', {})).json()).toMatchObject({ retried: 0 });
  expect((await set(await mailed())).statusCode).toBe(200);
});

it('lets nobody try links without end', async () => {
  const strict = await testApp({ database: shop.database, env: { RATE_LIMIT_PER_MINUTE: '5000' } });
  const statuses: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const payload = { token: `guess ${turn}`, password: 'a longer password' };
    // Of a network that the tests before have not tried links from in this minute.
    const asked = { method: 'POST', url: '/api/password-reset', payload, remoteAddress: '203.0.113.9' } as const;
    statuses.push((await strict.inject(asked)).statusCode);
  }
  await strict.close();
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
});
