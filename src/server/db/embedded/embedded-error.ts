/** The embedded database cannot run; the message is one sentence for the person who started the server. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
