import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write.ts';
import { openDatabase } from '#server/db/pool.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { workOnce } from '#server/jobs/worker.ts';
import { createLog } from '#server/log.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { furnishShop } from '#server/testing/trade/sold-shop.ts';
import { IS_LONG } from '#testing/times.ts';
import { DataKeyError, loadDataKey, openSecrets, writeNextKey } from './data-key.ts';
import { connectedElsewhere, countUnopenable, reseal } from './reseal.ts';
import { Secrets } from './secrets.ts';

let folder: string;
let places = 0;
/** A DATA_DIR that is not there yet. */
const newPlace = (given?: string) => ({ dataDir: join(folder, `data-${(places += 1)}`, 'of-the-shop'), given });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillwright-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the data key', () => {
  it('is made once, into DATA_DIR, for its owner’s eyes only', async () => {
    const place = newPlace();
    const made = await Promise.all(Array.from({ length: 8 }, () => loadDataKey(place)));
    expect(new Set(made.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
    const path = join(place.dataDir, 'data-key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await readdir(place.dataDir)).toEqual(['data-key']);
    expect((await loadDataKey(place)).bytes).toEqual(made[0]?.bytes);
  });

  it('is taken from the environment where that has one, and then leaves no file', async () => {
    const place = newPlace('0f'.repeat(32));
    expect((await loadDataKey(place)).bytes.toString('hex')).toBe('0f'.repeat(32));
    await expect(stat(place.dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('says what is wrong with a file that holds none, and with a folder that cannot be made', async () => {
    const place = newPlace();
    await loadDataKey(place);
    await writeFile(join(place.dataDir, 'data-key'), 'lost');
    await expect(loadDataKey(place)).rejects.toThrow(/does not hold a data key .* put back the one/);
    const nowhere = { dataDir: join(place.dataDir, 'data-key', 'below'), given: undefined };
    await expect(loadDataKey(nowhere)).rejects.toThrow(DataKeyError);
  });
});

describe('servers of one database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
    return () => database.close();
  });

  it('share one key: another is refused, with the place to copy it from', async () => {
    const first = newPlace();
    const other = newPlace();
    const { fingerprint } = await openSecrets(database.db, first);
    expect((await openSecrets(database.db, first)).fingerprint).toEqual(fingerprint);
    await expect(openSecrets(database.db, other)).rejects.toThrow(
      `was last seen in ${join(first.dataDir, 'data-key')} on `,
    );
    await expect(openSecrets(database.db, other)).rejects.toThrow(DataKeyError);
    const copied = (await readFile(join(first.dataDir, 'data-key'), 'utf8')).trim();
    expect((await openSecrets(database.db, { ...other, given: copied })).fingerprint).toEqual(fingerprint);
  });

  it.runIf(IS_LONG)('start with a key of their own on a shop that was restored, and no backup holds one', async () => {
    const before = newPlace();
    await furnishShop(database.pool);
    await openSecrets(database.db, before);
    const archive = join(folder, 'shop.tgz');
    const { tables } = await writeBackup(database.connection, archive);
    expect(tables.map(({ name }) => name)).not.toContain('data_key');
    const restored = await testDatabase();
    try {
      await openSecrets(restored.db, before);
      await restored.db.destroy();
      await restoreBackup(restored.connection, archive, { replace: true });
      const reopened = openDatabase(restored.connection, createLog('error'));
      await openSecrets(reopened.db, newPlace());
      await expect(openSecrets(reopened.db, before)).rejects.toThrow(DataKeyError);
      await reopened.close();
    } finally {
      await restored.close();
    }
  });
});

describe('changing the data key', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
    return () => database.close();
  });
  const seal = (secrets: Secrets, after: number) => enqueue(database.db, secrets, 'expire_points', { after });
  const opened = async (secrets: Secrets) => {
    const afters: number[] = [];
    const handlers = {
      mail: () => Promise.resolve(),
      back_up: () => Promise.resolve(),
      check_chain: () => Promise.resolve(),
      expire_points: ({ after }: { after: number }) => Promise.resolve(void afters.push(after)),
    };
    while (await workOnce({ db: database.db, secrets, handlers, onFailure: () => undefined }));
    return afters;
  };

  it('seals every value anew, and the servers start with the new key alone', async () => {
    const place = newPlace();
    const before = await openSecrets(database.db, place);
    for (let after = 1; after <= 5; after += 1) await seal(before, after);
    const bytes = randomBytes(32);
    await writeNextKey(place.dataDir, bytes);
    const to = new Secrets(bytes);
    expect(await reseal(database.db, before, to, 'here')).toEqual({ resealed: 5, left: 0 });
    // As after a kill at this moment: the next start puts the new key into its place.
    const started = await openSecrets(database.db, place);
    expect(started.fingerprint).toEqual(to.fingerprint);
    expect((await openSecrets(database.db, place)).fingerprint).toEqual(to.fingerprint);
    expect(await readdir(place.dataDir)).toEqual(['data-key']);
    await expect(openSecrets(database.db, newPlace())).rejects.toThrow(DataKeyError);
    expect(await countUnopenable(database.db, before)).toEqual([{ column: 'jobs.payload', rows: 5 }]);
    expect(await opened(started)).toEqual([1, 2, 3, 4, 5]);
  });

  it('changes nothing when it was cut short, or when the key to change is another one', async () => {
    const place = newPlace();
    const before = await openSecrets(database.db, place);
    await seal(before, 1);
    await writeNextKey(place.dataDir, randomBytes(32));
    expect((await openSecrets(database.db, place)).fingerprint).toEqual(before.fingerprint);
    const [stranger, to] = [new Secrets(randomBytes(32)), new Secrets(randomBytes(32))];
    await expect(reseal(database.db, stranger, to, 'here')).rejects.toThrow('another data key');
    expect(await opened(before)).toEqual([1]);
  });

  it('lets a server that starts meanwhile wait for the new key, and stops when one has started before', async () => {
    const place = newPlace();
    const before = await openSecrets(database.db, place);
    await seal(before, 1);
    const bytes = randomBytes(32);
    await writeNextKey(place.dataDir, bytes);
    const to = new Secrets(bytes);
    const refused = reseal(database.db, before, to, 'here', () => Promise.reject(new Error('in use')));
    await expect(refused).rejects.toThrow('in use');
    expect(await countUnopenable(database.db, before)).toEqual([]);
    let starting: Promise<Secrets> | undefined;
    await reseal(database.db, before, to, 'here', async () => {
      starting = openSecrets(database.db, place);
      await untilWaiting({ database });
    });
    expect((await starting)?.fingerprint).toEqual(to.fingerprint);
    expect(await opened(to)).toEqual([1]);
  });

  it('leaves what was sealed under a key that is lost, and counts it', async () => {
    const before = await openSecrets(database.db, newPlace());
    await seal(new Secrets(randomBytes(32)), 1);
    await seal(before, 2);
    const to = new Secrets(randomBytes(32));
    expect(await reseal(database.db, before, to, 'here')).toEqual({ resealed: 1, left: 1 });
    expect(await countUnopenable(database.db, to)).toEqual([{ column: 'jobs.payload', rows: 1 }]);
  });

  it('sees a server that still uses the database', async () => {
    const server = openDatabase(database.connection, createLog('error'));
    await server.pool.query('select 1');
    expect(await connectedElsewhere(database.db)).toBeGreaterThan(0);
    await server.close();
    await expect.poll(() => connectedElsewhere(database.db)).toBe(0);
  });
});
