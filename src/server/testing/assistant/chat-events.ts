import type { ChatEvent } from '#contract/assistant-chat.ts';

/** The lines of a streamed answer, from its whole text. */
export function chatEvents(body: string): ChatEvent[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as ChatEvent);
}
