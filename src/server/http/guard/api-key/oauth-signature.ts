import { createHmac } from 'node:crypto';

/** One parameter of the address, decoded. */
type Parameter = readonly [name: string, value: string];

/** The parameters of a request that is signed by OAuth 1.0a (RFC 5849), without the signature itself. */
export interface SignedRequest {
  readonly method: string;
  /** Scheme, host and path, as the caller wrote them, without the query. */
  readonly url: string;
  readonly parameters: readonly Parameter[];
}

const HASHES: Readonly<Record<string, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

/** RFC 5849, 3.6: everything but letters, digits, "-", ".", "_" and "~". */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** RFC 5849, 3.4.1. */
function baseString({ method, url, parameters }: SignedRequest): string {
  const listed = parameters
    .map(([name, value]): Parameter => [encoded(name), encoded(value)])
    .toSorted(([name, value], [otherName, otherValue]) => byBytes(name, otherName) || byBytes(value, otherValue))
    .map(([name, value]) => `${name}=${value}`);
  return [method.toUpperCase(), encoded(url), encoded(listed.join('&'))].join('&');
}

/** The signature of a request with a secret and no token; null for a method that is not known. */
export function signatureOf(request: SignedRequest, secret: string, method: string): Buffer | null {
  const hash = HASHES[method];
  return hash === undefined
    ? null
    : createHmac(hash, `${encoded(secret)}&`)
        .update(baseString(request))
        .digest();
}
