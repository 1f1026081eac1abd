import { X509Certificate } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { BootError } from '#server/boot-error.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { type Authority, coversNames, type Identity, makeAuthority, makeCertificate } from './authority.ts';
import { bareHost, machineNames } from './machine-names.ts';

const DAY_MS = 86_400_000;
/** Leaves a month in which the server is started or kept running. Rule: running/https. */
const RENEW_DAYS = 30;
/** The authority must outlive each certificate that it signs. */
const RENEW_AUTHORITY_DAYS = 430;

const identity = z.object({ key: z.string(), cert: z.string() });
const authorityFile = identity.extend({ names: z.array(z.string()) });

/** The certificates of an https server. */
export interface Certificates {
  /** The certificate in use. */
  current(): Identity;
  /** The authority's certificate for devices to trust, as PEM; null when a public authority has signed. */
  authority(): string | null;
  /** True if the certificate covers a name or address. Always true for the owner's own certificate. */
  answersTo(host: string): boolean;
  /** Checks whether a new certificate is due or was provided, and takes it into use. */
  renew(now: Date): Promise<void>;
  /** Called when the served certificate has changed. */
  onRenewed: () => void;
}

function daysLeft(cert: string, now: Date): number {
  return (Date.parse(new X509Certificate(cert).validTo) - now.getTime()) / DAY_MS;
}

/** Writes a file completely or not at all, readable only by the server's user. */
async function keep(path: string, value: unknown): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

async function kept<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    // A new authority would have to be trusted again on every device, so the owner decides.
    throw new BootError(`${path} cannot be read; put back the file that was there, or delete it to make a new one.`);
  }
}

/** An authority of this machine, kept in DATA_DIR, with the certificates that it signs. */
export class OwnCertificates implements Certificates {
  readonly #folder: string;
  readonly #config: Config;
  readonly #log: Log;
  readonly #namesNow: () => string[];
  onRenewed = (): void => {};
  #authority: Authority | null = null;
  #served: Identity = { key: '', cert: '' };
  #names: readonly string[] = [];

  constructor(config: Config, log: Log, namesNow: () => string[] = () => machineNames(config)) {
    this.#folder = join(config.dataDir, 'tls');
    this.#config = config;
    this.#log = log;
    this.#namesNow = namesNow;
  }

  current(): Identity {
    return this.#served;
  }

  authority(): string | null {
    return this.#authority?.cert ?? null;
  }

  answersTo(host: string): boolean {
    return this.#names.includes(bareHost(host));
  }

  async renew(now: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = this.#namesNow();
    const authority = await this.#authorityFor(names, now);
    const path = join(this.#folder, 'certificate.json');
    const present = await kept(path, identity);
    const isPresentGood = present !== null && isGood(present, authority, names, now);
    const served = isPresentGood ? present : await makeCertificate(authority, names, now);
    if (!isPresentGood) await keep(path, served);
    const isOther = served.cert !== this.#served.cert;
    this.#authority = authority;
    this.#served = served;
    this.#names = names;
    if (isOther) this.onRenewed();
  }

  async #authorityFor(names: readonly string[], now: Date): Promise<Authority> {
    const path = join(this.#folder, 'authority.json');
    const present = await kept(path, authorityFile);
    if (present && coversNames(present, names) && daysLeft(present.cert, now) > RENEW_AUTHORITY_DAYS) return present;
    const machine = hostname();
    const made = await makeAuthority(
      machine,
      names.filter((name) => !coversNames({ names: [] }, [name])),
      now,
    );
    await keep(path, made);
    if (present) {
      this.#log.warn(
        `the local authority for https was made anew, for ${this.#config.publicUrl ?? machine}: trust it once more on each device, as the page /trust explains`,
      );
    }
    return made;
  }
}

function isGood({ cert }: Identity, authority: Authority, names: readonly string[], now: Date): boolean {
  const certificate = new X509Certificate(cert);
  return (
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    daysLeft(cert, now) > RENEW_DAYS &&
    names.every((name) => (certificate.checkHost(name) ?? certificate.checkIP(name)) !== undefined)
  );
}

/** The owner's own certificate. It is read again when its files change, so that renewing it needs no restart. */
export class GivenCertificates implements Certificates {
  readonly #paths: { readonly cert: string; readonly key: string };
  readonly #log: Log;
  onRenewed = (): void => {};
  #served: Identity | null = null;

  constructor(paths: { readonly cert: string; readonly key: string }, log: Log) {
    this.#paths = paths;
    this.#log = log;
  }

  current(): Identity {
    if (this.#served === null) throw new Error('the certificate was not read yet');
    return this.#served;
  }

  authority(): null {
    return null;
  }

  answersTo(): boolean {
    return true;
  }

  async renew(): Promise<void> {
    try {
      const read = await this.#read();
      if (read.cert === this.#served?.cert && read.key === this.#served.key) return;
      this.#served = read;
      this.onRenewed();
    } catch (error) {
      // An unreadable certificate prevents the start. Later the former one stays in use, because the files may be half
      // written.
      if (this.#served === null) throw error;
      this.#log.warn({ err: error }, 'the new certificate cannot be used; the former one is served');
    }
  }

  async #read(): Promise<Identity> {
    const { cert: certPath, key: keyPath } = this.#paths;
    const text = (path: string, name: string) =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new BootError(`${name} cannot be read from ${path}: ${error.code ?? error.message}.`);
      });
    const read = { cert: await text(certPath, 'TLS_CERT'), key: await text(keyPath, 'TLS_KEY') };
    try {
      createSecureContext(read);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BootError(`TLS_CERT and TLS_KEY are not a certificate and its key, as PEM: ${reason}.`);
    }
    return read;
  }
}

/**
 * The certificates that the settings ask for; null for plain http.
 * @throws BootError
 */
export async function openCertificates(config: Config, log: Log): Promise<Certificates | null> {
  const { tls } = config;
  if (tls === null) return null;
  const certificates = tls === 'auto' ? new OwnCertificates(config, log) : new GivenCertificates(tls, log);
  await certificates.renew(new Date());
  return certificates;
}
