import { ConfigError } from './config.ts';
import { EmbeddedError } from './db/embedded.ts';
import { MigrationError } from './db/migrate/migration-files.ts';
import { DataKeyError } from './secrets/data-key.ts';

/** The server cannot start, in one sentence for the person who started it. */
export class BootError extends Error {}

/** The sentence to print instead of a stack; null for a defect, whose stack is wanted. */
export function sentenceOf(error: unknown): string | null {
  if (
    error instanceof BootError ||
    error instanceof ConfigError ||
    error instanceof DataKeyError ||
    error instanceof EmbeddedError ||
    error instanceof MigrationError
  ) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string') {
    return `${error.path} cannot be used: ${error.message}.`;
  }
  return null;
}
