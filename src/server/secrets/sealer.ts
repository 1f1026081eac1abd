import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The column and row of a sealed value. It opens nowhere else. */
export interface SealedPlace {
  /** As 'jobs.payload'. */
  readonly column: string;
  readonly row: number | string;
}

/** A sealed value that cannot be opened. The sentence says why, and never reveals the value. */
export class SealError extends Error {}

function placeOf({ column, row }: SealedPlace): Buffer {
  return Buffer.from(`${column}:${row}`);
}

/** The id of the key that sealed a value; null if the value is not sealed. */
export function keyIdOf(sealed: string): string | null {
  return /^v1\.([0-9a-f]{8})\.[\w-]+$/.exec(sealed)?.[1] ?? null;
}

/**
 * Seals fields with AES-256-GCM, as `v1.<key id>.<base64url of nonce, ciphertext and tag>`. Nonces are random, which
 * holds for four thousand million values under one key.
 */
export class Sealer {
  readonly keyId: string;
  private readonly key: Buffer;

  constructor(key: Buffer, keyId: string) {
    this.key = key;
    this.keyId = keyId;
  }

  seal(place: SealedPlace, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(placeOf(place));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.keyId}.${sealed.toString('base64url')}`;
  }

  /** @throws SealError when it was sealed under another key, for another place, or was changed. */
  open(place: SealedPlace, sealed: string): string {
    const keyId = keyIdOf(sealed);
    if (keyId === null) throw new SealError(`${place.column} of row ${place.row} is not a sealed value.`);
    if (keyId !== this.keyId) {
      throw new SealError(
        `${place.column} of row ${place.row} was sealed under data key ${keyId}, and this server has ${this.keyId}.`,
      );
    }
    const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(placeOf(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new SealError(
        `${place.column} of row ${place.row} was changed, or stands in a place that is not its own.`,
        {
          cause,
        },
      );
    }
  }
}
