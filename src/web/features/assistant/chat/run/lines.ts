import { chatEvent, type ChatEvent } from '#contract/assistant-chat.ts';

const PREFIX = 'data:';

/** Splits a stream into lines. The stream arrives in pieces of any size. */
export function lineReader(): (piece: string) => ChatEvent[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    return lines.flatMap(eventOf);
  };
}

/** Ignores comments, which keep the connection open, and kinds of events that only a newer page knows. */
function eventOf(line: string): ChatEvent[] {
  if (!line.startsWith(PREFIX)) return [];
  let said: unknown;
  try {
    said = JSON.parse(line.slice(PREFIX.length));
  } catch {
    return [];
  }
  const event = chatEvent.safeParse(said);
  return event.success ? [event.data] : [];
}
