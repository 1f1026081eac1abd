import { createHmac, hkdfSync } from 'node:crypto';
import { Sealer } from './sealer.ts';

const KEY_BYTES = 32;
/** Bytes of a data key's fingerprint before each keyed hash: enough to tell a shop's few keys apart. */
const ID_BYTES = 8;
/** Bytes of the key's fingerprint in each sealed value. */
const SEALED_ID_BYTES = 4;

function derive(dataKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', `tillwright ${purpose}`, KEY_BYTES));
}

/** Hashes that need the DATA_KEY to be computed: a stolen database or backup cannot be searched for passwords. */
export class KeyedHash {
  private readonly key: Buffer;
  private readonly id: Buffer;

  constructor(dataKey: Buffer, purpose: string, id: Buffer) {
    this.key = derive(dataKey, purpose);
    this.id = id;
  }

  /** Names the data key. */
  get keyId(): Buffer {
    return this.id;
  }

  /** The id of the key, then the HMAC-SHA256 of the text. */
  of(text: string): Buffer {
    return Buffer.concat([this.id, createHmac('sha256', this.key).update(text).digest()]);
  }
}

/** True when two hashes can be compared: not with a plain hash of an earlier build or one under another DATA_KEY. */
export function haveOneKey(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && a.subarray(0, ID_BYTES).equals(b.subarray(0, ID_BYTES));
}

/** Keys derived from the DATA_KEY, one for each purpose. */
export class Secrets {
  /** Identifies the key without revealing it. */
  readonly fingerprint: Buffer;
  /** Hashes of requests, kept with their Idempotency-Key. */
  readonly requests: KeyedHash;
  /** Hashes of names typed at sign-in, because people type their password there, too. */
  readonly typedNames: KeyedHash;
  /** Signatures of the cookie of a known browser. */
  readonly knownBrowsers: KeyedHash;
  /** PINs, before they are hashed slowly. */
  readonly pins: KeyedHash;
  /** Fields that are sealed in the database. */
  readonly fields: Sealer;
  /** Tokens by which a person approves a draft of the assistant. */
  readonly approvals: KeyedHash;
  /** Finds sealed dates of birth and licence numbers. */
  readonly identities: KeyedHash;

  constructor(dataKey: Buffer) {
    if (dataKey.length !== KEY_BYTES) throw new Error(`a data key has ${KEY_BYTES} bytes`);
    this.fingerprint = derive(dataKey, 'fingerprint');
    const id = this.fingerprint.subarray(0, ID_BYTES);
    this.requests = new KeyedHash(dataKey, 'requests', id);
    this.typedNames = new KeyedHash(dataKey, 'typed names', id);
    this.knownBrowsers = new KeyedHash(dataKey, 'known browsers', id);
    this.pins = new KeyedHash(dataKey, 'pins', id);
    this.fields = new Sealer(
      derive(dataKey, 'sealed fields'),
      this.fingerprint.subarray(0, SEALED_ID_BYTES).toString('hex'),
    );
    this.approvals = new KeyedHash(dataKey, 'approvals', id);
    this.identities = new KeyedHash(dataKey, 'identities', id);
  }
}
