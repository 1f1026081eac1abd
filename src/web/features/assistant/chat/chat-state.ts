import type { ModelChoice } from '#contract/assistant-chat.ts';
import type { Agent } from '#contract/assistant-settings.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

/** The lengths that the chat offers. The agent may allow more. Rule: ai-view/settings. */
export const CHAT_MAX_TOKENS = [1024, 2048, 4096, 8192] as const;
const DEFAULT_TEMPERATURE = 0.9;
const DEFAULT_MAX_TOKENS = 8192;
const MOST_PICTURES = 4;

interface ChatState {
  /** The typed text that is not sent yet. */
  readonly text: string;
  /** Pictures that go with the next question, as data URLs. */
  readonly pictures: readonly string[];
  /** Null for the agent's, until somebody chooses here. */
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  /** Null for the agent's model. */
  readonly model: string | null;
}

/** The text and settings of the chat, kept while the person is in other views. Rule: workspace/memory. */
export const useChat = perOwner<ChatState>(() => ({
  text: '',
  pictures: [],
  temperature: null,
  maxTokens: null,
  model: null,
}));

export const changeChat = (part: Partial<ChatState>): void => useChat.setState(part);

/**
 * The temperature and length of the next answer: those chosen here, or else the agent's. While no administrator has saved
 * the agent, the chat has defaults of its own. Rule: ai-view/settings.
 */
export function chosenLength(
  { temperature, maxTokens }: Pick<ChatState, 'temperature' | 'maxTokens'>,
  { version, ...agent }: Pick<Agent, 'version' | 'temperature' | 'max_tokens'>,
): { readonly temperature: number; readonly maxTokens: number } {
  const isSaved = version > 1;
  return {
    temperature: temperature ?? (isSaved ? agent.temperature : DEFAULT_TEMPERATURE),
    maxTokens: maxTokens ?? (isSaved ? agent.max_tokens : DEFAULT_MAX_TOKENS),
  };
}

/** Adds a picture to the next question. Returns false when there is no room for it. */
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
  // One that was chosen here may be withdrawn since.
  return (
    models.find(({ name }) => name === chosen) ??
    models.find(({ name }) => name === agentModel) ??
    models.find(({ resolves_to }) => resolves_to === agentModel)
  );
}

/** The name of the model that answers: of an alias, the one that it stands for. Empty for none. */
export function answeringModel(models: readonly ModelChoice[], chosen: ModelChoice | undefined): string {
  const name = chosen?.resolves_to || chosen?.name || '';
  return models.find((model) => model.name === name)?.label ?? name;
}
