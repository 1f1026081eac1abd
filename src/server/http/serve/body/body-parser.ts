import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/refusal.ts';

/** No valid request is nested more deeply. Depth costs stack, here and in the database. Rule: wire/lists-are-bounded. */
const MAX_DEPTH = 16;
/** Counted outside of lists, and in each entry of a list. Rule: wire/lists-are-bounded. */
const MAX_KEYS = 5000;
/** Counted everywhere. A list has 5,000 lines at most, and a line has no more than 20. Rule: wire/lists-are-bounded. */
const MAX_KEYS_IN_ALL = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The index at which the string starting at `from` ends. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

const tooManyFields = (most: number): string =>
  `The body of the request has too many fields (more than ${most.toLocaleString('en-US')}).`;

/**
 * The reason not to parse a JSON text, as a sentence, or null. Checked in one pass over the characters, because
 * parsing, validating and sorting a hostile megabyte would delay every till of the process.
 */
export function whyNotParsed(text: string): string | null {
  let depth = 0;
  /** The depth of the outermost open list; 0 outside of lists. */
  let list = 0;
  let keysInAll = 0;
  let keysOutside = 0;
  let keysOfEntry = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > MAX_DEPTH) return `The body of the request is nested too deeply (more than ${MAX_DEPTH} levels).`;
        if (list === 0 && text.charCodeAt(at) === OPEN_LIST) [list, keysOfEntry] = [depth, 0];
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === list) list = 0;
        depth -= 1;
        break;
      case COMMA:
        if (depth === list) keysOfEntry = 0;
        break;
      case COLON:
        if (list === 0) keysOutside += 1;
        else keysOfEntry += 1;
        keysInAll += 1;
        if (keysOutside > MAX_KEYS || keysOfEntry > MAX_KEYS) return tooManyFields(MAX_KEYS);
        if (keysInAll > MAX_KEYS_IN_ALL) return tooManyFields(MAX_KEYS_IN_ALL);
        break;
    }
  }
  return null;
}

/** Accepts JSON bodies only, and measures them before parsing. Rule: wire/lists-are-bounded. */
export function registerBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const reason = whyNotParsed(body);
    if (reason === null) void parse(request, body, done);
    else done(new Refusal('invalid_request', reason));
  });
}
