import { providerError } from './provider.ts';

/** A line that is longer is no event of a model. */
const MOST_LINE = 4 * 1024 * 1024;

/**
 * The `data:` lines of an event stream, however they are cut into chunks.
 * @throws ProviderError for a line that never ends
 */
export async function* dataLines(reply: Response, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of reply.body ?? []) {
    signal.throwIfAborted();
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end).replace(/\r$/, '');
      rest = rest.slice(end + 1);
      if (line.startsWith('data:')) yield line.slice(5).trim();
    }
    if (rest.length > MOST_LINE) throw providerError('provider_error', 'a line that is too long');
  }
  rest += decoder.decode();
  if (rest.startsWith('data:')) yield rest.slice(5).trim();
}
