import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '#server/config.ts';
import { isLoopback } from '../guard/loopback.ts';

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);
const NAME = /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/;

/** A host in small letters, without the brackets of IPv6 addresses in URLs. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}

/**
 * The host name that devices on the network should type instead of one that only this machine knows. Returns `host`
 * when there is none.
 */
export function hostForDevices(host: string): string {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  if (!isLoopback(bareHost(name)) && !ANY_ADDRESS.has(bareHost(name))) return host;
  const address = Object.values(networkInterfaces())
    .flatMap((addressesOfOne) => addressesOfOne ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  return address ? `${address.address}${port}` : host;
}

/**
 * The names and addresses of this machine, sorted: its host name, its present network addresses, loopback, and those in
 * HOST and PUBLIC_URL.
 */
export function machineNames({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string[] {
  const own = hostname().toLowerCase();
  const first = own.split('.')[0] ?? own;
  const addresses = Object.values(networkInterfaces())
    .flatMap((addressesOfOne) => addressesOfOne ?? [])
    // IPv6 link-local addresses depend on the network card and cannot be typed in a browser.
    .filter(({ internal, address }) => !internal && !address.toLowerCase().startsWith('fe80'))
    .map(({ address }) => address.toLowerCase());
  const given = [host, publicUrl === undefined ? '' : new URL(publicUrl).hostname].map(bareHost);
  const all = ['localhost', '127.0.0.1', '::1', own, first, `${first}.local`, ...addresses, ...given];
  return [...new Set(all)].filter((name) => !ANY_ADDRESS.has(name) && (isIP(name) > 0 || NAME.test(name))).sort();
}
