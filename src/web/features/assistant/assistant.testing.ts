import type { assistantRoute } from '#contract/assistant-chat.ts';
import type { ReplyOf } from '#contract/route.ts';

type Assistant = Omit<ReplyOf<typeof assistantRoute>, 'success'>;

const MODEL: Assistant['models'][number] = {
  name: 'claude-sonnet-4',
  label: 'Claude Sonnet 4',
  resolves_to: 'sonnet-9',
  takes_temperature: true,
  why_no_temperature: '',
  takes_images: true,
  max_tokens: 16_384,
  why_not_allowed: '',
};

/** The state that the chat begins with: a connected model. */
export function assistantOf(more: Partial<Assistant> = {}, model: Partial<typeof MODEL> = {}): Assistant {
  return {
    connected: true,
    why_not_connected: '',
    agent: {
      id: 1,
      name: 'Shop assistant',
      model: MODEL.name,
      resolves_to: MODEL.resolves_to,
      system_prompt: '',
      temperature: 0.7,
      max_tokens: 16_384,
      version: 1,
      updated_at: '2026-11-23T12:00:00.000Z',
      updated_by: '',
    },
    models: [{ ...MODEL, ...model }],
    commands: [],
    usage: {
      person_today: 1200,
      person_limit: 200_000,
      person_cost: null,
      shop_today: 4100,
      shop_limit: 2_000_000,
      shop_cost: null,
    },
    shares_names: false,
    sent: [],
    ...more,
  };
}
