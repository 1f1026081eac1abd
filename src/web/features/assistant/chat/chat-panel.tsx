import { Bot, Eraser, MessageSquarePlus, Sparkles } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import type { assistantRoute } from '#contract/assistant-chat.ts';
import type { ReplyOf } from '#contract/route.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ask as askFirst } from '#web/ui/layers/prompts.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { assistantAddress, openConversation } from '../assistant-address.ts';
import { clearConversationCommand, createConversationCommand } from '../assistant-commands.ts';
import { useAssistant } from '../assistant-queries.ts';
import { ChatSettings } from './chat-settings.tsx';
import { answeringModel, changeChat, chosenLength, chosenModel, useChat } from './chat-state.ts';
import { Composer, focusComposer } from './composer.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { MessageList } from './message-list.tsx';
import { leaveRun, picturesOf, runningOf, setRunAside, useRuns } from './run/run.ts';
import type { Turn } from './turns.ts';
import { dayWords, fullness } from './usage-words.ts';
import { useConversation } from './use-conversation.ts';

const AgentDialog = lazyPart(async () => (await import('../agent/agent-dialog.tsx')).AgentDialog);

type Assistant = ReplyOf<typeof assistantRoute>;

/** The chat: one conversation, and the field for the next question. */
export function ChatPanel() {
  const assistant = useAssistant();
  const { settings } = assistantAddress.use();
  if (assistant.isPending) return <LoadingPanel label="Loading chat..." />;
  if (assistant.isError) {
    const title = 'Failed to fetch agent config';
    return (
      <ErrorPanel title={title} error={assistant.error} retryLabel="Try Again" onRetry={() => assistant.refetch()} />
    );
  }
  return (
    <>
      <Chat assistant={assistant.data} />
      {settings !== null && (
        <Suspense fallback={null}>
          <AgentDialog page={settings} models={assistant.data.models} />
        </Suspense>
      )}
    </>
  );
}

function Chat({ assistant }: { assistant: Assistant }) {
  const { chatId } = assistantAddress.use();
  const { model: chosen, ...settings } = useChat();
  const { temperature, maxTokens } = chosenLength(settings, assistant.agent);
  const mayConfigure = useMay('configure');
  const conversation = useConversation(chatId);
  const { turns, isRunning } = conversation;
  const model = chosenModel(assistant.models, chosen, assistant.agent.model);
  const [problem, setProblem] = useState<string | null>(null);
  const creating = useCommand(createConversationCommand, 'conversation new', (outcome) => {
    if (outcome.kind === 'done') {
      setRunAside();
      openConversation(outcome.reply.conversation.id);
      focusComposer();
    }
    if (outcome.kind === 'refused') setProblem(`Failed to create conversation: ${sentenceOf(outcome.error)}`);
  });
  const clearing = useCommand(clearConversationCommand, `conversation ${chatId ?? 0}`, (outcome) => {
    const cleared = outcome.kind === 'done' && runningOf(useRuns.getState(), chatId);
    if (cleared) leaveRun(cleared.answer.runId);
    if (outcome.kind === 'refused') setProblem(sentenceOf(outcome.error));
  });

  const takesPictures = assistant.connected && model?.takes_images !== false;
  const { send } = conversation;
  const settled = { temperature, maxTokens, ...(model && { model: model.name }) };
  const onSend = (text: string) => {
    const pictures = takesPictures ? useChat.getState().pictures : [];
    changeChat({ text: '', ...(pictures.length > 0 && { pictures: [] }) });
    setProblem(null);
    send({ ...settled, text, images: pictures, replaces: null });
  };

  const askAgain = async (question: NonNullable<Turn['question']>, text: string) => {
    const images = takesPictures ? picturesOf(question.id, chatId) : [];
    if (images.length < question.images) {
      const sure = await askFirst({
        title: 'Ask without pictures?',
        message: takesPictures
          ? 'The pictures of this question are no longer here. Draw them again and send them to the chat to ask about them.'
          : 'This model takes no pictures. Choose another one to ask about them.',
        confirmLabel: 'Ask without pictures',
      });
      if (!sure) {
        // An edited question is not lost: it goes back into the field.
        if (text !== question.text) changeChat({ text: [useChat.getState().text, text].filter(Boolean).join('\n') });
        return;
      }
    }
    // One that was edited and not heard has no number of its own, and still stands for the one that it replaces.
    const replaces = question.id ?? runningOf(useRuns.getState(), chatId)?.asked?.replaces ?? null;
    send({ ...settled, text, images, replaces });
  };
  const retry = useCallback<Parameters<typeof MessageList>[0]['onRetry']>(
    ({ question }) => question && void askAgain(question, question.text),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the settled values, not the object around them
    [send, temperature, maxTokens, model?.name, takesPictures],
  );
  const edit = useCallback<Parameters<typeof MessageList>[0]['onEdit']>(
    ({ question }, text) => question && void askAgain(question, text),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
    [send, temperature, maxTokens, model?.name, takesPictures],
  );

  const onCommand = useCallback<Parameters<typeof MessageList>[0]['onCommand']>(
    (text) => {
      send({ text, images: [], replaces: null });
      // The pressed button is disabled while it is answered.
      focusComposer();
    },
    [send],
  );

  function startNew() {
    setProblem(null);
    void creating.send({ body: {}, memo: null, title: 'New conversation' });
  }

  async function clear() {
    if (chatId === null) return;
    const sure = await askFirst({
      title: 'Clear conversation',
      message: 'All messages of this conversation are deleted. This action cannot be undone.',
      confirmLabel: 'Clear',
      tone: 'danger',
    });
    if (!sure) return;
    await clearing.send({ params: { id: String(chatId) }, memo: null, title: 'Clear conversation' });
    focusComposer();
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line pr-1.5 pl-2">
        <div className="min-w-0 grow">
          <ConversationMenu current={chatId} title={conversation.title} />
        </div>
        <IconButton
          label="New conversation"
          disabled={creating.open !== null || (chatId === null && turns.length === 0)}
          icon={<MessageSquarePlus className="size-4" />}
          onClick={startNew}
        />
        <IconButton
          label="Clear conversation"
          disabled={chatId === null || turns.length === 0 || clearing.open !== null}
          icon={<Eraser className="size-4" />}
          onClick={() => void clear()}
        />
        {mayConfigure && (
          <IconButton
            label="Agent Configuration"
            icon={<Bot className="size-4" />}
            onClick={() => assistantAddress.change({ settings: 'agent' }, 'push')}
          />
        )}
        <ChatSettings
          models={assistant.models}
          model={model}
          temperature={temperature}
          maxTokens={maxTokens}
          sent={assistant.sent}
          usage={assistant.connected ? assistant.usage : null}
        />
      </header>
      {conversation.isPending ? (
        <div className="min-h-0 grow">
          <LoadingPanel label="Loading messages..." />
        </div>
      ) : conversation.error !== null ? (
        <div className="min-h-0 grow">
          <ErrorPanel
            title="The conversation could not be loaded"
            error={conversation.error}
            onRetry={conversation.refetch}
          />
        </div>
      ) : turns.length === 0 ? (
        <Welcome assistant={assistant} mayConfigure={mayConfigure} onAsk={onSend} />
      ) : (
        <MessageList
          key={chatId ?? 'new'}
          turns={turns}
          hasEarlier={conversation.hasEarlier}
          isFetchingEarlier={conversation.isFetchingEarlier}
          onEarlier={conversation.fetchEarlier}
          mayAsk={!isRunning}
          commands={assistant.commands}
          onCommand={onCommand}
          onRetry={retry}
          onEdit={edit}
        />
      )}
      <footer className="flex shrink-0 flex-col gap-1.5 border-t border-line p-3 pb-2">
        {problem !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {problem}
          </p>
        )}
        <Checking what="conversation" command={creating.open} />
        {conversation.lost !== null && (
          <p role="status" className="text-xs text-yellow">
            {conversation.lost === 'answer'
              ? 'The connection was lost. The answer goes on at the server; connecting again...'
              : 'The connection was lost. The question is kept, and asked when the server is back...'}
          </p>
        )}
        {model !== undefined && model.why_not_allowed !== '' && (
          <p role="status" className="text-xs text-yellow">
            {model.why_not_allowed} Another one can be chosen in Chat settings.
          </p>
        )}
        <Composer
          commands={assistant.commands}
          whyNoPictures={
            takesPictures ? '' : 'This model takes no pictures. They stay here until you choose another one.'
          }
          onSend={onSend}
        />
        <Usage assistant={assistant} model={answeringModel(assistant.models, model) || assistant.agent.resolves_to} />
      </footer>
    </div>
  );
}

/** From this share on, the limit is shown as nearly reached. */
const NEARLY_FULL = 0.8;

function Usage({ assistant: { connected, usage }, model }: { assistant: Assistant; model: string }) {
  if (!connected) return <p className="text-xs text-ink-3">Commands answer without a model.</p>;
  const full = fullness(usage);
  return (
    <p className="flex justify-between gap-3 text-xs text-ink-3">
      <span className="truncate">{model}</span>
      <span className={full >= NEARLY_FULL ? 'shrink-0 text-yellow' : 'shrink-0'}>
        {full >= 1 ? 'No tokens left today' : dayWords(usage)}
      </span>
    </p>
  );
}

const QUESTIONS = ['What should I reorder before Friday?', 'How were sales last week, by category?'];
const MOST_EXAMPLES = 5;

/** Examples of questions for an empty conversation. */
function Welcome({
  assistant: { connected, why_not_connected: whyNot, commands },
  mayConfigure,
  onAsk,
}: {
  assistant: Assistant;
  mayConfigure: boolean;
  onAsk: (text: string) => void;
}) {
  const examples = commands.flatMap((command) => command.examples.slice(0, 1)).slice(0, MOST_EXAMPLES);
  return (
    <div className="min-h-0 grow overflow-y-auto px-5 py-8">
      <Sparkles aria-hidden className="size-7 text-ink-3" />
      <h2 className="mt-3 text-lg font-semibold">Ask about the shop</h2>
      <p className="mt-1 text-sm text-ink-2">
        Answers come from the shop’s own numbers. Each figure stands in a card that shows where it is from.
      </p>
      {!connected && (
        <div className="mt-4 flex flex-col items-start gap-2 rounded-md border border-line px-3 py-2.5 text-sm text-ink-2">
          <p>{whyNot}</p>
          {mayConfigure && (
            <Button size="sm" onClick={() => assistantAddress.change({ settings: 'connection' }, 'push')}>
              Connect a model
            </Button>
          )}
        </div>
      )}
      <h3 className="mt-6 mb-2 text-xs font-medium text-ink-3">{connected ? 'For example' : 'Commands'}</h3>
      <ul className="flex flex-col gap-1.5">
        {[...(connected ? QUESTIONS : []), ...examples].map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onAsk(text)}
              className="w-full rounded-md border border-line px-3 py-2 text-left text-sm text-ink transition-colors hover:bg-hover"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
