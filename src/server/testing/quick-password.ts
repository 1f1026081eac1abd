import { hash } from '@node-rs/argon2';

/**
 * The hash of a test account's password, as cheap as argon2id allows: tests sign in hundreds of times, and a hash says
 * itself how it is to be verified.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });
