/** One parameter of the address. A value that cannot be read is ignored, so that no link can break a view. */
export interface Param<Value> {
  /** A name that begins with a dot is remembered with the view but not shown in the address. */
  readonly name: string;
  readonly read: (text: string) => Value | undefined;
  /** Returns undefined to leave the parameter out. */
  readonly write: (value: Value) => string | undefined;
  /** The value when the address has no such parameter; it is never written. */
  readonly fallback: Value;
  /** True of a text that is remembered with the view but not shown: addresses stay in the history of the browser. */
  readonly hides?: (text: string) => boolean;
}

/** One of the given words. */
export function oneOf<Word extends string>(name: string, words: readonly Word[], fallback: Word): Param<Word> {
  return { name, fallback, read: (text) => words.find((word) => word === text), write: (word) => word };
}

/** One of the given words, or null. */
export function anyOf<Word extends string>(name: string, words: readonly Word[]): Param<Word | null> {
  return {
    name,
    fallback: null,
    read: (text) => words.find((word) => word === text),
    write: (word) => word ?? undefined,
  };
}

/** A whole number such as an id or a page; null for any other text. */
export function wholeOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export function pageNumber(name: string): Param<number> {
  return { name, fallback: 1, read: (text) => wholeOf(text) ?? undefined, write: String };
}

export function recordId(name: string): Param<number | null> {
  return { name, fallback: null, read: wholeOf, write: (id) => id?.toString() };
}

/** A calendar day, "2026-03-01"; empty for none. */
export function day(name: string): Param<string> {
  const isDay = (text: string) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
    return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  };
  return { name, fallback: '', read: (text) => (isDay(text) ? text : undefined), write: (text) => text };
}

/** An instant, "2026-03-01T15:04:00.000Z"; null for now. */
export function instant(name: string): Param<string | null> {
  const isInstant = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
  return { name, fallback: null, read: (text) => (isInstant(text) ? text : undefined), write: (at) => at ?? undefined };
}

export function words(name: string, maxLength: number): Param<string> {
  return { name, fallback: '', read: (text) => text.slice(0, maxLength), write: (text) => text };
}

export function wordsOrNone(name: string, maxLength: number): Param<string | null> {
  return { name, fallback: null, read: (text) => text.slice(0, maxLength), write: (text) => text ?? undefined };
}

/** True or false. */
export function flag(name: string): Param<boolean> {
  return { name, fallback: false, read: (text) => text === 'yes', write: (on) => (on ? 'yes' : undefined) };
}

const MOST_OPEN = 20;

/** Records whose details are open, in the order of opening, with the open tab of each. */
export type OpenRecords<Tab extends string> = ReadonlyMap<number, Tab>;

/**
 * Written as "12" or "12.notes", joined by "-".
 * @param tabs the first one is open unless the text names another
 */
export function openRecords<Tab extends string>(
  name: string,
  tabs: readonly [Tab, ...Tab[]],
): Param<OpenRecords<Tab>> & { opened: (open: OpenRecords<Tab>, id: number, on: boolean) => OpenRecords<Tab> } {
  const [first] = tabs;
  const none: OpenRecords<Tab> = new Map();
  return {
    name,
    fallback: none,
    read(text) {
      const open = new Map<number, Tab>();
      for (const part of text.split('-').slice(0, MOST_OPEN)) {
        const [idText = '', tabText] = part.split('.');
        const id = wholeOf(idText);
        if (id !== null) open.set(id, tabs.find((tab) => tab === tabText) ?? first);
      }
      return open.size === 0 ? none : open;
    },
    write: (open) =>
      open.size === 0 ? undefined : [...open].map(([id, tab]) => (tab === first ? `${id}` : `${id}.${tab}`)).join('-'),
    opened(open, id, on) {
      if (open.has(id) === on) return open;
      const next = new Map(open);
      if (on) next.set(id, first);
      else next.delete(id);
      // The record opened first is closed, because addresses have a maximal length.
      for (const oldest of next.keys()) if (next.size > MOST_OPEN) next.delete(oldest);
      return next;
    },
  };
}
