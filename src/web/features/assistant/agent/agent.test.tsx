// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelChoice } from '#contract/assistant-chat.ts';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { changeAgentCommand, restoreAgentCommand } from '../assistant-commands.ts';
import { chosenLength, useChat } from '../chat/chat-state.ts';
import { ArtifactList } from '../library/artifact-library.tsx';
import { AgentForm } from './agent-form.tsx';
import { ConnectionForm } from './connection-form.tsx';

const agent = {
  id: 1,
  name: 'Shop assistant',
  model: 'claude-opus-4',
  resolves_to: 'opus-9',
  system_prompt: '',
  temperature: 0.7,
  max_tokens: 8192,
  version: 1,
  updated_at: '2026-11-23T12:00:00.000Z',
  updated_by: '',
};
const models: readonly ModelChoice[] = [
  {
    name: 'claude-opus-4',
    label: 'Claude Opus 4',
    resolves_to: 'opus-9',
    takes_temperature: false,
    why_no_temperature: 'This model takes no temperature.',
    takes_images: true,
    max_tokens: 8192,
    why_not_allowed: '',
  },
];

describe('the agent', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it('says why a control does nothing, and which model is asked', async () => {
    serve(() => done({ agent }));
    const screen = await onPage(<AgentForm models={models} />);
    await until(() => expect(screen.text()).toContain('This model takes no temperature.'));
    const [temperature] = screen.all('input[type=range]') as HTMLInputElement[];
    expect([temperature?.disabled, temperature?.step, temperature?.max]).toEqual([true, '0.01', '1']);
    expect(screen.text()).toContain('Asks opus-9.');
    expect(screen.text()).toContain('Claude Opus 4 answers with 8,192 tokens at most.');
    await screen.leave();
  });

  it('whose model was taken off the allowed ones says so', async () => {
    serve(() => done({ agent }));
    const screen = await onPage(
      <AgentForm models={models.map((one) => ({ ...one, why_not_allowed: 'Not allowed.' }))} />,
    );
    await until(() => expect(screen.text()).toContain('Not one of the allowed models'));
    await screen.leave();
  });

  it('is tried with what the form says, and shows the answer with its cost and time', async () => {
    const asked: unknown[] = [];
    serve((call, body) => {
      if (call !== 'POST /api/ai/config/test') return done({ agent });
      asked.push(body);
      const spent = { model: 'opus-9', ms: 1234, input_tokens: 1000, output_tokens: 234, cost: '0.0123' };
      return asked.length === 1
        ? done({ ok: true, answer: 'Hello there.', ...spent })
        : done({ ok: false, answer: 'The key is wrong.', ...spent, cost: null });
    });
    const screen = await onPage(<AgentForm models={models} />);
    await until(() => screen.button('Test'));
    await screen.press(screen.button('Test'));
    await until(() => expect(screen.text()).toContain('Hello there.'));
    expect(asked).toMatchObject([{ question: 'What can you help me with?', model: 'claude-opus-4', temperature: 0.7 }]);
    expect(screen.text()).toContain('opus-9 · 1.2 s · 1,234 tokens · $0.0123');
    await screen.press(screen.button('Test'));
    await until(() => expect(screen.text()).toContain('The key is wrong.'));
    expect(screen.text()).not.toContain('Hello there.');
    expect(screen.text()).toContain('no prices entered');
    await screen.leave();
  });

  it('that could not be saved says so', async () => {
    defineCommands({ 'agent-change': async () => changeAgentCommand });
    serve((call) =>
      call === 'PUT /api/ai/config' ? refused(403, 'not_allowed', 'Not for your role.') : done({ agent }),
    );
    const screen = await onPage(<AgentForm models={models} />);
    await until(() => screen.button('Save'));
    const [name] = screen.all('input[type=text], input:not([type])') as HTMLInputElement[];
    await screen.type(name!, 'Helper');
    await screen.press(screen.button('Save'));
    await until(() => expect(screen.text()).toContain('Failed to update agent. Not for your role.'));
    await screen.leave();
  });

  it('whose earlier version was brought back is saved with the edits in the form, over that version', async () => {
    defineCommands({
      'agent-change': async () => changeAgentCommand,
      'agent-restore': async () => restoreAgentCommand,
    });
    let present = { ...agent, version: 3 };
    const sent: unknown[] = [];
    serve((call, body) => {
      if (call === 'GET /api/ai/config/versions') return done({ versions: [present, { ...agent, version: 2 }] });
      if (call !== 'PUT /api/ai/config') {
        if (call === 'POST /api/ai/config/restore') present = { ...agent, version: 4 };
        return done({ agent: present });
      }
      sent.push(body);
      return done({ agent: { ...present, name: 'Helper', version: 5 } });
    });
    const screen = await onPage(<AgentForm models={models} />);
    await until(() => screen.button('Save'));
    const [name] = screen.all('input[type=text], input:not([type])') as HTMLInputElement[];
    await screen.type(name!, 'Helper');
    await screen.press(screen.button('Show versions'));
    await until(() => screen.button('Bring back version 2'));
    await screen.press(screen.button('Bring back version 2'));
    await until(() => expect(screen.text()).toContain('now 4'));
    await screen.press(screen.button('Save'));
    await until(() => expect(sent).toMatchObject([{ updates: { name: 'Helper' }, version: 4 }]));
    await screen.leave();
  });

  it('that cannot be loaded can be tried again', async () => {
    serve(() => refused(403, 'not_allowed', 'Not for your role.'));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const screen = await onPage(<AgentForm models={models} />);
    await until(() => expect(screen.text()).toContain('Failed to load agent'));
    expect(screen.button('Try Again')).toBeDefined();
    await screen.leave();
  });

  it('that an administrator saved is what the chat begins with; before, the chat has its own settings', () => {
    const chat = useChat.getState();
    expect(chosenLength(chat, agent)).toEqual({ temperature: 0.9, maxTokens: 8192 });
    const saved = { ...agent, version: 2, temperature: 0.2, max_tokens: 16_384 };
    expect(chosenLength(chat, saved)).toEqual({ temperature: 0.2, maxTokens: 16_384 });
    expect(chosenLength({ temperature: 0, maxTokens: 1024 }, saved)).toEqual({ temperature: 0, maxTokens: 1024 });
  });
});

describe('the connection', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it('does not guess at limits and prices that can be read in two ways', async () => {
    const settings = {
      provider: null,
      base_url: '',
      streams_with_tools: true,
      share_customer_names: false,
      person_daily_tokens: 200_000,
      shop_daily_tokens: 2_000_000,
      aliases: [],
      prices: [{ model: 'opus-9', input: 3, output: 15 }],
      allowed_models: [],
      has_key: false,
      from: 'settings',
      version: 1,
    };
    const sent: string[] = [];
    serve((call) => {
      if (call === 'GET /api/ai/provider') return done({ settings });
      sent.push(call);
      return null;
    });
    const screen = await onPage(<ConnectionForm />);
    await until(() => expect(screen.text()).toContain('Tokens of a person in a day'));
    const field = (value: string) => (screen.all('input') as HTMLInputElement[]).find((one) => one.value === value);
    await screen.type(field('200000')!, '12,50');
    await screen.press(screen.button('Save'));
    await until(() => expect(screen.text()).toContain('"12,50" can mean two things.'));
    await screen.type(field('12,50')!, '1250');
    await screen.type(field('15')!, '1,5');
    await screen.press(screen.button('Save'));
    await until(() => expect(screen.text()).toContain('Enter a model and two prices in dollars'));
    expect(sent.filter((call) => !call.startsWith('GET'))).toEqual([]);
    await screen.leave();
  });
});

describe('the library', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it('says what went wrong, and tries again', async () => {
    let fails = true;
    serve(() =>
      fails
        ? refused(403, 'not_allowed', 'Not for your role.')
        : done({ artifacts: [], meta: { total: 0, pages: 0, page: 1, per_page: 20 } }),
    );
    const screen = await onPage(<ArtifactList onShow={() => undefined} />);
    await until(() => expect(screen.text()).toContain('Failed to fetch artifacts'));
    fails = false;
    await screen.press(screen.button('Try again'));
    await until(() => expect(screen.text()).toContain('No artifacts yet'));
    await screen.leave();
  });

  it('says when the answer is none', async () => {
    serve(() => done({ artifacts: 'none' }));
    const screen = await onPage(<ArtifactList onShow={() => undefined} />);
    await until(() => expect(screen.text()).toContain('Invalid response format'));
    await screen.leave();
  });
});
