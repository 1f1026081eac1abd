import { chatEvent, type ChatEvent } from '#contract/assistant-chat.ts';

const PREFIX = 'data:';

/** Collects the lines of a stream, which arrives in pieces of any size. */
export function lineReader(): (piece: string) => ChatEvent[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    return lines.flatMap(eventOf);
  };
}

/** Comments keep the connection open. A newer server may send kinds of lines that this page does not know. */
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
