import { generateKeyPair, randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A certificate with its private key, as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface Authority extends Identity {
  /** Names outside local networks for which it may sign. */
  readonly names: readonly string[];
}

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Apple refuses certificates of public authorities that are valid for more than 398 days, and others above 825. */
const CERTIFICATE_DAYS = 397;
const KEY_BITS = 2048;

/** Endings that exist only on local networks. */
const LOCAL_ENDINGS = ['localhost', 'local', 'lan', 'home', 'home.arpa', 'internal', 'localdomain'];
/** Local networks: first address and number of bits. */
const LOCAL_NETWORKS: readonly (readonly [string, number])[] = [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
];

const { asn1, pki } = forge;
/** The types do not declare this function. */
const addresses = forge.util as unknown as { bytesFromIP(address: string): string | null };

/** True if the authority may sign for all of these names. It can sign for local networks and its own names only. */
export function coversNames(authority: Pick<Authority, 'names'>, names: readonly string[]): boolean {
  const local = new BlockList();
  for (const [address, bits] of LOCAL_NETWORKS) local.addSubnet(address, bits, familyOf(address));
  return names.every((name) => {
    if (authority.names.includes(name)) return true;
    if (isIP(name) > 0) return local.check(name, familyOf(name));
    return LOCAL_ENDINGS.some((ending) => name === ending || name.endsWith(`.${ending}`));
  });
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Node makes the keys, because its generator is native. */
async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey;
}

function maskOf(bits: number, bytes: number): Buffer {
  const mask = Buffer.alloc(bytes);
  for (let bit = 0; bit < bits; bit += 1) mask[bit >> 3] = (mask[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return mask;
}

/** Name constraints of RFC 5280: browsers reject other names, so a stolen authority cannot vouch for a bank. */
function constraints(names: readonly string[]): object {
  const dns = [...LOCAL_ENDINGS, ...names.filter((name) => isIP(name) === 0)];
  const own = names.filter((name) => isIP(name) > 0).map((name) => [name, isIP(name) === 4 ? 32 : 128] as const);
  const subtree = (tag: number, bytes: string) =>
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [
      asn1.create(asn1.Class.CONTEXT_SPECIFIC, tag, false, bytes),
    ]);
  const permitted = [
    ...dns.map((name) => subtree(2, name)),
    ...[...LOCAL_NETWORKS, ...own].map(([address, bits]) => {
      const bytes = Buffer.from(addresses.bytesFromIP(address) ?? '', 'latin1');
      return subtree(7, Buffer.concat([bytes, maskOf(bits, bytes.length)]).toString('latin1'));
    }),
  ];
  const value = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [
    asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, permitted),
  ]);
  return { id: '2.5.29.30', critical: true, value: asn1.toDer(value).getBytes() };
}

interface Holder {
  readonly commonName: string;
  readonly days: number;
  readonly now: Date;
}

function begun(key: string, { commonName, days, now }: Holder): forge.pki.Certificate {
  const certificate = pki.createCertificate();
  const { n, e } = pki.privateKeyFromPem(key);
  certificate.publicKey = pki.setRsaPublicKey(n, e);
  // Positive, and different for each certificate of this authority.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  // The clock of a tablet may be slow.
  certificate.validity.notBefore = new Date(now.getTime() - DAY_MS);
  certificate.validity.notAfter = new Date(now.getTime() + days * DAY_MS);
  certificate.setSubject([
    { shortName: 'CN', value: commonName },
    { shortName: 'O', value: 'Tillwright' },
  ]);
  return certificate;
}

/**
 * Makes an authority for this machine.
 * @param names outside local networks that it may sign for
 */
export async function makeAuthority(machine: string, names: readonly string[], now: Date): Promise<Authority> {
  const key = await newKey();
  const certificate = begun(key, { commonName: `Tillwright on ${machine}`.slice(0, 64), days: AUTHORITY_DAYS, now });
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { name: 'subjectKeyIdentifier' },
    constraints(names),
  ]);
  certificate.sign(pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { key, cert: pki.certificateToPem(certificate), names };
}

/** Makes a certificate for these names and addresses, signed by the authority. */
export async function makeCertificate(authority: Authority, names: readonly string[], now: Date): Promise<Identity> {
  const key = await newKey();
  const issuer = pki.certificateFromPem(authority.cert);
  const certificate = begun(key, { commonName: 'Tillwright', days: CERTIFICATE_DAYS, now });
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) > 0 ? { type: 7, ip: name } : { type: 2, value: name })),
    },
  ]);
  certificate.sign(pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  return { key, cert: pki.certificateToPem(certificate) };
}
