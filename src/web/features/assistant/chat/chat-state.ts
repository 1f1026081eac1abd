import type { ModelChoice } from '#contract/assistant-chat.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

/** What the chat offers; the agent may allow more. Rule: ai-view/settings. */
export const CHAT_MAX_TOKENS = [1024, 2048, 4096, 8192] as const;
const DEFAULT_TEMPERATURE = 0.9;
const DEFAULT_MAX_TOKENS = 8192;
const MOST_PICTURES = 4;

interface ChatState {
  /** What is typed and not sent. */
  readonly text: string;
  /** Pictures that go with the next question, as data addresses. */
  readonly pictures: readonly string[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** Null for the agent's own. */
  readonly model: string | null;
}

/** What is typed and chosen in the chat, kept while other views are shown. Rule: workspace/memory. */
export const useChat = perOwner<ChatState>(() => ({
  text: '',
  pictures: [],
  temperature: DEFAULT_TEMPERATURE,
  maxTokens: DEFAULT_MAX_TOKENS,
  model: null,
}));

export const changeChat = (part: Partial<ChatState>): void => useChat.setState(part);

/** Adds a picture to the next question; false when there is no room for another one. */
export function attach(picture: string): boolean {
  const { pictures } = useChat.getState();
  if (pictures.length >= MOST_PICTURES) return false;
  changeChat({ pictures: [...pictures, picture] });
  return true;
}

export function detach(index: number): void {
  changeChat({ pictures: useChat.getState().pictures.filter((_, at) => at !== index) });
}

/** The model that the next question goes to. */
export function chosenModel(
  models: readonly ModelChoice[],
  chosen: string | null,
  agentModel: string,
): ModelChoice | undefined {
  return (
    models.find(({ name }) => name === (chosen ?? agentModel)) ??
    models.find(({ resolves_to }) => resolves_to === agentModel)
  );
}
