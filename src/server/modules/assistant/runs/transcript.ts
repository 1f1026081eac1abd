import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { ToolCard } from '#contract/assistant-cards.ts';

/** The messages that are kept of an answer, put together from its lines. */
export interface Transcript {
  readonly thinking: string;
  readonly tools: readonly { readonly name: string; readonly card: ToolCard }[];
  readonly content: string;
}

/** Makes one answer of the lines, even if they end early. */
export function transcriptOf(events: readonly ChatEvent[]): Transcript {
  let [thinking, content] = ['', ''];
  const tools: { name: string; card: ToolCard }[] = [];
  /** Text before a tool and text after it are paragraphs of one answer. */
  let isAfterTool = false;
  for (const event of events) {
    if (event.type === 'thinking') thinking += event.content;
    if (event.type === 'tool_call') isAfterTool = true;
    if (event.type === 'tool_result') tools.push({ name: event.data.name, card: event.data.card });
    if (event.type === 'content' && event.content !== '') {
      if (isAfterTool && content !== '' && !content.endsWith('\n\n')) content += '\n\n';
      content += event.content;
      isAfterTool = false;
    }
  }
  return { thinking, tools, content };
}
