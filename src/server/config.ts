import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isEmail } from '#domain/new-customer.ts';
import { DATA_KEY } from './secrets/data-key.ts';

/** The texts of the badge in the footer. Rule: workspace/footer. */
const ENVIRONMENTS = ['production', 'docker'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function urlOf(protocols: readonly string[], sentence: string) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), sentence);
}

function flag(name: string) {
  return z.enum(['0', '1'], `${name} must be 0 or 1.`).transform((value) => value === '1');
}

function wholeNumber(name: string, min: number, max: number) {
  const sentence = `${name} must be a whole number from ${min} to ${max}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence);
}

function modelKey(name: string) {
  return z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, `${name} must be a key without blanks.`)
    .optional();
}

function modelAddress(name: string) {
  return urlOf(['http:', 'https:'], `${name} must be an address like https://models.example.com/v1.`).optional();
}

/** An address, or a name and an address in angle brackets. */
function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return isEmail(address.trim());
}

/** Every setting the server reads, with its default. An empty variable counts as not set. */
const variables = z.object({
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'HOST must be a host name or an IP address.')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  // Rule: running/own-database.
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'DATABASE_URL must look like postgres://user:password@host:5432/database.',
  ).optional(),
  DATA_KEY: z
    .string()
    .regex(DATA_KEY, 'DATA_KEY must be 64 hexadecimal digits, as of openssl rand -hex 32.')
    .optional(),
  DEMO: flag('DEMO').optional(),
  ENVIRONMENT: z.enum(ENVIRONMENTS, `ENVIRONMENT must be one of ${ENVIRONMENTS.join(', ')}.`).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`).default('info'),
  PUBLIC_URL: urlOf(['http:', 'https:'], 'PUBLIC_URL must be an address like https://till.example.com.').optional(),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'SMTP_URL must look like smtp://user:password@mail.example.com:587.')
    .refine((url) => new URL(url).hostname !== '', 'SMTP_URL must name a host.')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'MAIL_FROM must be an address like till@example.com, or Shop name <till@example.com>.')
    .optional(),
  LOCAL_PRINTERS: flag('LOCAL_PRINTERS').default(false),
  TRUST_PROXY: flag('TRUST_PROXY').default(false),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'METRICS_TOKEN must be 16 to 200 visible characters without blanks.')
    .optional(),
  TLS: z.enum(['auto', 'off'], 'TLS must be auto or off.').optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  CHAIN_HEAD_FILE: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEY: z.string().min(32, 'BACKUP_KEY must have at least 32 characters.').optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber('RATE_LIMIT_PER_MINUTE', 1, 100_000_000).default(60_000),
  ANTHROPIC_API_KEY: modelKey('ANTHROPIC_API_KEY'),
  ANTHROPIC_BASE_URL: modelAddress('ANTHROPIC_BASE_URL'),
  OPENAI_API_KEY: modelKey('OPENAI_API_KEY'),
  OPENAI_BASE_URL: modelAddress('OPENAI_BASE_URL'),
});

const environment = variables
  .refine(({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined), {
    error: 'TLS_CERT and TLS_KEY belong together: set both, or neither.',
    when: () => true,
  })
  .refine(({ TLS, TLS_CERT }) => TLS === undefined || TLS_CERT === undefined, {
    error: 'TLS is for servers without TLS_CERT: set one of the two.',
    when: () => true,
  });

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /**
   * Secrets and keyed hashes are derived from it. Undefined: the file of DATA_DIR. Servers of one database share it.
   */
  readonly dataKey: string | undefined;
  /** Set outright, or undefined: then an empty database gets the demo shop, and its accounts work on loopback only. */
  readonly demo: boolean | undefined;
  /** Shown to staff, changes nothing: `docker` in a container, unless set outright. */
  readonly environment: (typeof ENVIRONMENTS)[number];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly publicUrl: string | undefined;
  /** The mail server. Undefined: no mail is sent, and links are handed over by staff. */
  readonly smtpUrl: string | undefined;
  /** The sender of mails. */
  readonly mailFrom: string;
  /** Label printers may have an address of this machine, where a print server listens. */
  readonly localPrinters: boolean;
  /** Believe `X-Forwarded-*`: the server is behind a proxy that sets them. */
  readonly trustProxy: boolean;
  /** Reads `/metrics` from another machine, as a bearer token; undefined: only this machine does. */
  readonly metricsToken: string | undefined;
  /** Serve https: with the owner's certificate and key (paths of PEM files), or by a local authority. Null: plain http. */
  readonly tls: 'auto' | { readonly cert: string; readonly key: string } | null;
  /** A file elsewhere to which heads of the audit trail's chain are added. */
  readonly chainHeadFile: string | undefined;
  /** The folder of the backups that the server makes by itself. */
  readonly backupDir: string;
  /** Signs backups, and is wanted of those that are restored. */
  readonly backupKey: string | undefined;
  /** The assistant's providers, unless an administrator entered another one; undefined: none. */
  readonly models: {
    readonly anthropic: ModelAccess | undefined;
    readonly openai: ModelAccess | undefined;
  };
  /** API requests allowed to one session in a minute. Far above any till: it stops what runs away, not what is busy. */
  readonly rateLimitPerMinute: number;
}

/** An empty address is the provider's own, an empty key none (a server on this machine may need none). */
interface ModelAccess {
  readonly apiKey: string;
  readonly baseUrl: string;
}

function modelAccess(apiKey: string | undefined, baseUrl: string | undefined): ModelAccess | undefined {
  return apiKey === undefined && baseUrl === undefined ? undefined : { apiKey: apiKey ?? '', baseUrl: baseUrl ?? '' };
}

/** Environment variables that cannot be used; one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Docker and Podman leave a file that says so. */
function runsInContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

function tlsOf({ TLS, TLS_CERT, TLS_KEY }: z.output<typeof environment>): Config['tls'] {
  if (TLS_CERT !== undefined && TLS_KEY !== undefined) return { cert: resolve(TLS_CERT), key: resolve(TLS_KEY) };
  return TLS === 'auto' ? 'auto' : null;
}

/**
 * Reads the settings from environment variables.
 * @param isContainer whether the server runs in one, which says what `environment` is unless that is set
 * @throws ConfigError with a sentence for each variable that is wrong.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  isContainer: () => boolean = runsInContainer,
): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError([...new Set(parsed.error.issues.map((issue) => issue.message))]);
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    dataKey: settings.DATA_KEY,
    demo: settings.DEMO,
    environment: settings.ENVIRONMENT ?? (isContainer() ? 'docker' : 'production'),
    logLevel: settings.LOG_LEVEL,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: settings.SMTP_URL,
    mailFrom:
      settings.MAIL_FROM ??
      `no-reply@${new URL(settings.PUBLIC_URL ?? settings.SMTP_URL ?? 'http://localhost').hostname}`,
    localPrinters: settings.LOCAL_PRINTERS,
    trustProxy: settings.TRUST_PROXY,
    metricsToken: settings.METRICS_TOKEN,
    tls: tlsOf(settings),
    chainHeadFile: settings.CHAIN_HEAD_FILE === undefined ? undefined : resolve(settings.CHAIN_HEAD_FILE),
    backupDir: resolve(settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups')),
    backupKey: settings.BACKUP_KEY,
    models: {
      anthropic: modelAccess(settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL),
      openai: modelAccess(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL),
    },
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
  };
}
