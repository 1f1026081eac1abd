import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request as askPlain } from 'node:http';
import { request as askSecure, type RequestOptions } from 'node:https';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, createServer, type PeerCertificate } from 'node:tls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { hashPassword } from '#server/modules/auth/service.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { makeAuthority, makeCertificate } from './authority.ts';
import { GivenCertificates, openCertificates, OwnCertificates } from './certificates.ts';
import { hostForDevices, machineNames } from './machine-names.ts';

const DAY_MS = 86_400_000;
const log = createLog('silent');

let folder: string;
let shop: TestApp;
let certificates: OwnCertificates;
let names: string[];
let port: number;

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function read(ask: typeof askPlain | typeof askSecure, options: RequestOptions, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = ask({ host: '127.0.0.1', agent: false, ...options }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(parts).toString('latin1'),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Asks as a device that trusts the authority. */
const secure = (options: RequestOptions = {}, body = '') =>
  read(askSecure, { port, path: '/healthz', ca: certificates.authority() ?? '', ...options }, body);
const plain = (options: RequestOptions = {}) => read(askPlain, { port, ...options });

/** The certificate that the server shows, even if it is not valid yet. */
function served(): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillwright-tls-'));
  const env = { TLS: 'auto', HOST: '0.0.0.0', DATA_DIR: folder };
  names = ['127.0.0.1', 'localhost', 'shop-pc', 'shop-pc.local', '192.168.1.20'];
  certificates = new OwnCertificates(parseConfig(env), log, () => names);
  await certificates.renew(new Date());
  shop = await testApp({ env, certificates });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const address = shop.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  port = address.port;
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

describe('a server with an authority of its own', () => {
  it('is trusted under each of its names by who trusts the authority, and by nobody else', async () => {
    for (const servername of ['localhost', 'shop-pc', 'shop-pc.local']) {
      expect((await secure({ servername, headers: { host: servername } })).status).toBe(200);
    }
    expect((await secure({ headers: { host: '192.168.1.20:3000' } })).status).toBe(200);
    await expect(secure({ servername: 'other-pc.local' })).rejects.toThrow(/other-pc\.local/);
    await expect(secure({ ca: undefined })).rejects.toThrow(/self-signed|unable to (get|verify)/);
  });

  it('answers to the names of its certificate alone', async () => {
    expect((await secure({ servername: 'localhost', headers: { host: 'evil.example' } })).status).toBe(421);
    expect((await secure({ servername: 'shop-pc', headers: { host: 'shop-pc.local:3000' } })).status).toBe(200);
  });

  it('gives a session to https only', async () => {
    const hash = await hashPassword('a long password');
    await shop.signIn('staff', { username: 'tara' });
    await sql`UPDATE users SET password_hash = ${hash} WHERE username = 'tara'`.execute(shop.database.db);
    const reply = await secure(
      { method: 'POST', path: '/api/auth/login', headers: { 'content-type': 'application/json' } },
      JSON.stringify({ username: 'tara', password: 'a long password' }),
    );
    expect(reply.status).toBe(200);
    const cookie = [reply.headers['set-cookie']].flat().find((text) => text?.includes('session')) ?? '';
    expect(cookie).toMatch(/^__Host-tillwright_session=.*; Path=\/;.*HttpOnly; Secure; SameSite=Strict/);
    const me = await secure({ path: '/api/auth/me', headers: { cookie: cookie.split(';')[0] } });
    expect(me.status).toBe(200);
    expect(JSON.parse(me.body)).toMatchObject({ trust_path: '/trust' });
  });

  it('explains itself by plain http on the same port, and by https', async () => {
    expect(await plain({ path: '/', headers: { host: 'shop-pc:3000' } })).toMatchObject({
      status: 307,
      headers: { location: '/trust', connection: 'close' },
    });
    const page = await plain({ path: '/trust', headers: { host: 'shop-pc:3000' } });
    expect(page.headers['content-type']).toContain('text/html');
    const fingerprint = new X509Certificate(certificates.authority() ?? '').fingerprint256;
    for (const words of [fingerprint, 'iPad', 'Android', 'Windows', 'macOS', '<svg', 'href="https://shop-pc:3000/"']) {
      expect(page.body).toContain(words);
    }
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/);
    const file = await plain({ path: '/trust/tillwright.crt' });
    expect(file.headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(new X509Certificate(Buffer.from(file.body, 'latin1')).fingerprint256).toBe(fingerprint);
    expect((await secure({ path: '/trust', headers: { host: 'shop-pc' } })).body).toContain(fingerprint);
    expect((await secure({ path: '/trust/other' })).status).toBe(404);
  });

  it('serves nothing else by plain http: reads are sent to https, writes refused', async () => {
    expect(await plain({ path: '/login?from=%2F', headers: { host: 'shop-pc:3000' } })).toMatchObject({
      status: 307,
      headers: { location: 'https://shop-pc:3000/login?from=%2F' },
    });
    const login = await plain({ method: 'POST', path: '/api/auth/login', headers: { host: 'shop-pc' } });
    expect([login.status, JSON.parse(login.body)]).toMatchObject([426, { success: false, code: 'https_required' }]);
    for (const host of ['"><script>', 'a b', 'shop@evil.example']) {
      const reply = await plain({ path: '/trust', headers: { host } });
      expect([host, reply.status, reply.body.includes('<script>')]).toEqual([host, 426, false]);
    }
  });

  it('goes on serving beside connections that say nothing or nonsense', async () => {
    const silent = connect(port, '127.0.0.1');
    const mad = connect(port, '127.0.0.1');
    mad.on('error', () => undefined);
    mad.write(Buffer.from([0x16, 3, 1, 0, 2, 9, 9]));
    const gone = connect(port, '127.0.0.1', () => gone.destroy());
    expect((await secure()).status).toBe(200);
    expect((await plain({ path: '/trust' })).status).toBe(200);
    silent.destroy();
    mad.destroy();
  });

  it('takes a new address into its certificate without a restart and without another authority', async () => {
    const authority = certificates.authority();
    expect((await served()).subjectaltname).not.toContain('10.0.0.9');
    names = [...names, '10.0.0.9'];
    await certificates.renew(new Date());
    expect((await served()).subjectaltname).toContain('IP Address:10.0.0.9');
    expect(certificates.authority()).toBe(authority);
    expect((await secure({ headers: { host: '10.0.0.9' } })).status).toBe(200);
  });

  it('keeps its certificate until a month before its end, then has another, by the same authority', async () => {
    const authority = certificates.authority();
    const first = await served();
    const later = (days: number) => new Date(Date.now() + days * DAY_MS);
    await certificates.renew(later(360));
    expect((await served()).serialNumber).toBe(first.serialNumber);
    await certificates.renew(later(370));
    const second = await served();
    expect(second.serialNumber).not.toBe(first.serialNumber);
    expect(Date.parse(second.valid_to)).toBeGreaterThan(later(700).getTime());
    expect(certificates.authority()).toBe(authority);
    await certificates.renew(later(9.5 * 365));
    expect(certificates.authority()).not.toBe(authority);
    expect((await served()).serialNumber).toBe(new X509Certificate(certificates.current().cert).serialNumber);
  });

  it('keeps its keys for its own user, and finds them again after a restart', async () => {
    const files = await readdir(join(folder, 'tls'));
    expect(files.sort()).toEqual(['authority.json', 'certificate.json']);
    for (const file of files) expect((await stat(join(folder, 'tls', file))).mode & 0o777).toBe(0o600);
    const again = new OwnCertificates(parseConfig({ TLS: 'auto', DATA_DIR: folder }), log, () => names);
    await again.renew(new Date(Date.now() + 9.5 * 365 * DAY_MS));
    expect(again.current()).toEqual(certificates.current());
  });
});

it('makes an authority that cannot vouch for any other site', async () => {
  const authority = await makeAuthority('shop-pc', ['shop-pc', 'shop.example.com', '203.0.113.7'], new Date());
  const accepted = async (...vouchedFor: string[]) => {
    const made = await makeCertificate(authority, vouchedFor, new Date());
    const server = createServer(made, (socket) => socket.end('ok')).on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const at = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const verdict = await new Promise<boolean>((resolve) => {
      // This test is about what the authority may sign; the check of names is another one.
      const options = { host: '127.0.0.1', port: at, ca: authority.cert, checkServerIdentity: () => undefined };
      const socket = connectTls(options, () => resolve(true));
      socket.on('error', () => resolve(false)).on('data', () => undefined);
    });
    server.close();
    return verdict;
  };
  expect(await accepted('shop-pc', 'till.local', 'shop.example.com', '192.168.7.7', '203.0.113.7')).toBe(true);
  for (const name of ['bank.example', 'other-pc', '203.0.113.8'])
    expect([name, await accepted(name)]).toEqual([name, false]);
});

it('knows the names of this machine, what HOST and PUBLIC_URL say among them', () => {
  const known = machineNames({ host: '0.0.0.0', publicUrl: 'https://till.example.com:8443' });
  expect(known).toEqual(expect.arrayContaining(['localhost', '127.0.0.1', '::1', 'till.example.com']));
  expect(known).toContain(hostname().toLowerCase());
  expect(known).not.toContain('0.0.0.0');
  expect(hostForDevices('shop-pc:3000')).toBe('shop-pc:3000');
  for (const own of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '0.0.0.0:3000']) {
    const address = known.find((name) => /^\d/.test(name) && name !== '127.0.0.1');
    expect(hostForDevices(own)).toBe(address === undefined ? own : `${hostForDevices('localhost')}:3000`);
  }
  expect(machineNames({ host: '203.0.113.7', publicUrl: undefined })).toContain('203.0.113.7');
});

describe("the owner's own certificate", () => {
  it('is read again when its files change, and the former one stays while they are broken', async () => {
    const authority = await makeAuthority('shop-pc', [], new Date());
    const [one, two] = [
      await makeCertificate(authority, ['a.local'], new Date()),
      await makeCertificate(authority, ['b.local'], new Date()),
    ];
    const paths = { cert: join(folder, 'given.crt'), key: join(folder, 'given.key') };
    const write = async (made: { cert: string; key: string }) => {
      await writeFile(paths.cert, made.cert);
      await writeFile(paths.key, made.key);
    };
    await write(one);
    const given = new GivenCertificates(paths, log);
    let renewed = 0;
    given.onRenewed = () => (renewed += 1);
    await given.renew();
    await given.renew();
    expect([given.current(), renewed]).toEqual([one, 1]);
    await writeFile(paths.cert, two.cert);
    await given.renew();
    expect([given.current(), renewed]).toEqual([one, 1]);
    await write(two);
    await given.renew();
    expect([given.current(), renewed]).toEqual([two, 2]);
    expect(given.authority()).toBeNull();
  });

  it('ends the start in one sentence when it cannot be used', async () => {
    const open = (env: Record<string, string>) => openCertificates(parseConfig({ DATA_DIR: folder, ...env }), log);
    const missing = { TLS_CERT: join(folder, 'none.crt'), TLS_KEY: join(folder, 'none.key') };
    await expect(open(missing)).rejects.toThrow(/^TLS_CERT cannot be read from .*none\.crt: ENOENT\.$/);
    await writeFile(join(folder, 'bad.pem'), 'not a certificate');
    const bad = { TLS_CERT: join(folder, 'bad.pem'), TLS_KEY: join(folder, 'bad.pem') };
    await expect(open(bad)).rejects.toThrow(/^TLS_CERT and TLS_KEY are not a certificate and its key, as PEM/);
    expect(await open({})).toBeNull();
  });
});
