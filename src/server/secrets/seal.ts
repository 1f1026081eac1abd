import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
/** Said outright: Node 20 takes shorter tags otherwise, and a short one can be guessed. */
const TAG = { authTagLength: 16 };
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts fields so that the database, or a copy of it, tells nothing without the DATA_KEY. A value opens only at the
 * place for which it was sealed: moved to another row or column it does not.
 */
export class Seal {
  readonly #key: Buffer;
  readonly #id: string;

  /** @param id names the key in each value, which tells values of another key from forged ones */
  constructor(key: Buffer, id: Buffer) {
    this.#key = key;
    this.#id = id.toString('base64url');
  }

  /** `v1.<key id>.<nonce, ciphertext and tag>`. @param place as "table.column:row" */
  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, TAG).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.#id}.${sealed.toString('base64url')}`;
  }

  /**
   * The text, or null when it was sealed under another data key.
   * @throws Error when the value was changed or comes from another place
   */
  open(sealed: string, place: string): string | null {
    const [version, id, body] = sealed.split('.');
    if (version !== 'v1' || id === undefined || body === undefined) throw new Error(`${place} is not a sealed value`);
    if (id !== this.#id) return null;
    const bytes = Buffer.from(body, 'base64url');
    const tagAt = bytes.length - TAG.authTagLength;
    const opener = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), TAG).setAAD(Buffer.from(place));
    opener.setAuthTag(bytes.subarray(tagAt));
    return Buffer.concat([opener.update(bytes.subarray(NONCE_BYTES, tagAt)), opener.final()]).toString('utf8');
  }
}
