import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the settings', () => {
  it('need nothing to be set', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: undefined,
      logLevel: 'info',
      trustProxy: false,
      tls: null,
    });
  });

  it('serve https by a local authority, or with a certificate and its key', () => {
    expect(parseConfig({ TLS: 'auto' }).tls).toBe('auto');
    expect(parseConfig({ TLS: 'off' }).tls).toBeNull();
    expect(parseConfig({ TLS_CERT: '/etc/shop.crt', TLS_KEY: '/etc/shop.key' }).tls).toEqual({
      cert: '/etc/shop.crt',
      key: '/etc/shop.key',
    });
    const together = 'TLS_CERT and TLS_KEY belong together: set both, or neither.';
    expect(problemsOf({ TLS_CERT: '/etc/shop.crt' })).toEqual([together]);
    expect(problemsOf({ TLS_KEY: '/etc/shop.key', TLS: 'auto' })).toEqual([together]);
    expect(problemsOf({ TLS_CERT: 'a', TLS_KEY: 'b', TLS: 'auto' })).toEqual([
      'TLS is for servers without TLS_CERT: set one of the two.',
    ]);
    expect(problemsOf({ TLS: '1' })).toContain('TLS must be auto or off.');
  });

  it('name a container docker, and anything what it is told to be', () => {
    expect(parseConfig({}, () => true).environment).toBe('docker');
    expect(parseConfig({}, () => false).environment).toBe('production');
    expect(parseConfig({ ENVIRONMENT: 'production' }, () => true).environment).toBe('production');
    expect(problemsOf({ ENVIRONMENT: 'staging' })).toEqual(['ENVIRONMENT must be one of production, docker.']);
  });

  it('take an empty variable for one that is not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://shop'],
    ['PUBLIC_URL', 'till.example.com'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
  ])('say in one sentence what %s wants when it is "%s"', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .*\\.$`))]);
  });

  it('name every variable that is wrong at once', () => {
    expect(problemsOf({ PORT: 'x', DEMO: 'x' })).toHaveLength(2);
  });
});
