import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The private networks: RFC 1918, and unique local addresses (RFC 4193). */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** The addresses that the server connects to for printing. Rule: labels/printers. */
export interface Reach {
  /** True when a print server on this machine may be used. */
  readonly localPrinters: boolean;
}

function isReachable(address: string, { localPrinters }: Reach): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (localPrinters) return PRIVATE.check(address, family) || LOOPBACK.check(address, family);
  return PRIVATE.check(address, family) && !ownAddresses().check(address, family);
}

/** Read each time, because a machine may get another address. */
function ownAddresses(): BlockList {
  const own = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  return own;
}

/** An address as the server may connect to it, or null for another one. Names are looked up when it connects. */
export function isOffered(host: string, reach: Reach): boolean {
  return isIP(host) === 0
    ? /^[A-Za-z0-9_](?:[\w.-]*[A-Za-z0-9_])?$/.test(host) && !/^[\d.]+$/.test(host)
    : isReachable(host, reach);
}

/**
 * The address that a host has now. Every address of a name must be private, so that nobody's name server leads elsewhere;
 * the caller connects to the address and not to the name.
 */
export async function addressOf(host: string, reach: Reach): Promise<string | null> {
  if (isIP(host) !== 0) return isReachable(host, reach) ? host : null;
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isReachable(address, reach)) ? (found[0]?.address ?? null) : null;
}
