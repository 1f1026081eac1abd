import { ChevronRight, CircleAlert, ImageIcon, Pencil, RotateCcw } from 'lucide-react';
import { memo, Suspense, useMemo, useState } from 'react';
import { NO_MODEL_CONNECTED } from '#contract/assistant-chat.ts';
import type { CellKind } from '#contract/assistant-cards.ts';
import type { AssistantUsage } from '#contract/assistant-history.ts';
import { type FigureKind, type FigureSource, untracedFigures } from '#domain/traced-figures.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { CopyButton } from '../copy-button.tsx';
import { RunningTool, ToolCard } from './cards/tool-card.tsx';
import { type ChatCommand, commandsInstead } from './suggestions.ts';
import { Thinking, ThinkingPlaceholder } from './thinking.tsx';
import type { Turn, TurnPart } from './turns.ts';
import { useTyped } from './typewriter.ts';
import { usageWords } from './usage-words.ts';

const Markdown = lazyPart(async () => (await import('./markdown.tsx')).Markdown);

interface TurnProps {
  turn: Turn;
  commands: readonly ChatCommand[];
  /** Asks a command. */
  onCommand: (text: string) => void;
  /** Asks the same question again, replacing this turn. */
  onRetry: (turn: Turn) => void;
  /** Asks a changed question, replacing this turn. */
  onEdit: (turn: Turn, text: string) => void;
  /** True while no other answer is being made. */
  mayAsk: boolean;
}

/** A question with more lines, such as one with a file, is folded. */
const MOST_LINES = 12;
const FOLDED_LINES = 8;

/** More of them would fill the chat. */
const MOST_UNTRACED = 12;

const KIND_OF_CELL: Readonly<Record<CellKind, FigureKind | null>> = {
  money: 'money',
  percent: 'share',
  number: 'count',
  quantity: 'count',
  text: 'text',
  // Days are words of an answer.
  day: null,
  instant: null,
};

function cell(value: string | number | null | undefined, of: CellKind): FigureSource[] {
  const kind = KIND_OF_CELL[of];
  return kind === null || value === null || value === undefined ? [] : [{ kind, text: String(value) }];
}

/** The sources of the answer's figures. */
function sourcesOf({ question, parts }: Turn): FigureSource[] {
  const cards = parts.flatMap((part) => (part.kind === 'tool' && part.card ? part.card : []));
  return [
    ...cell(question?.text, 'text'),
    ...cards.flatMap(({ columns, rows, facts, total, shown, parameters, title, note, draft }) => [
      ...rows.flatMap((row) => columns.flatMap(({ key, kind }) => cell(row[key], kind))),
      ...facts.flatMap(({ value, kind }) => cell(value, kind)),
      ...[total, shown].flatMap((count) => cell(count, 'number')),
      ...(draft?.changes.flatMap(({ before, after }) => [before, after]) ?? []).flatMap((text) => cell(text, 'text')),
      ...[JSON.stringify(parameters), title, note].flatMap((text) => cell(text, 'text')),
    ]),
  ];
}

/** Null for a command or a refusal: no model said anything, so its time and name would say nothing either. */
const costOf = (answer: string, usage: AssistantUsage | null): AssistantUsage | null =>
  usage !== null && answer === '' && usage.input_tokens + usage.output_tokens === 0 ? null : usage;

export const TurnView = memo(function TurnView({ turn, commands, onCommand, onRetry, onEdit, mayAsk }: TurnProps) {
  const { parts, end } = turn;
  const isArriving = end === null;
  const isWithoutModel = end?.kind === 'failed' && end.sentence.startsWith(NO_MODEL_CONNECTED);
  const answer = parts.flatMap((part) => (part.kind === 'content' ? part.text : [])).join('\n\n');
  const untraced = useMemo(
    () => (isArriving ? [] : untracedFigures(answer, sourcesOf(turn))),
    [isArriving, answer, turn],
  );
  return (
    <li className="flex flex-col gap-2.5">
      {turn.question && <Question turn={turn} onEdit={onEdit} mayAsk={mayAsk} />}
      <div className="flex flex-col gap-2.5" aria-busy={isArriving || undefined}>
        {parts.map((part, index) => (
          // Parts are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <Part key={index} part={part} isArriving={isArriving && index === parts.length - 1} />
        ))}
        {isArriving && parts.length === 0 && <ThinkingPlaceholder />}
        {isWithoutModel && (
          <WithoutModel
            sentence={end.sentence}
            instead={commandsInstead(turn.question?.text ?? '', commands)}
            mayAsk={mayAsk}
            onCommand={onCommand}
          />
        )}
        {end?.kind === 'failed' && !isWithoutModel && (
          <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm">
            <p className="flex items-center gap-1.5 font-medium text-danger-ink">
              <CircleAlert aria-hidden className="size-4 shrink-0" />
              {end.title}
            </p>
            <p className="mt-0.5 text-ink-2">{end.sentence}</p>
          </div>
        )}
        {untraced.length > 0 && (
          <p className="text-xs text-yellow">
            Not from a card of this answer: {untraced.slice(0, MOST_UNTRACED).join(', ')}
            {untraced.length > MOST_UNTRACED && ` and ${untraced.length - MOST_UNTRACED} more`}.
          </p>
        )}
        {end?.kind === 'interrupted' && <p className="text-xs text-ink-3">Stopped. What arrived is kept.</p>}
        {end !== null && turn.question && (
          <AnswerFoot
            answer={answer}
            usage={costOf(answer, end.usage)}
            mayRetry={mayAsk}
            onRetry={() => onRetry(turn)}
          />
        )}
      </div>
    </li>
  );
});

/** Commands that answer at one press, because the person who asks can seldom connect a model. */
function WithoutModel({
  sentence,
  instead,
  mayAsk,
  onCommand,
}: {
  sentence: string;
  instead: readonly string[];
  mayAsk: boolean;
  onCommand: (text: string) => void;
}) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-line px-3 py-2.5 text-sm text-ink-2">
      <p>{sentence}</p>
      <div className="flex flex-wrap gap-1.5">
        {instead.map((text) => (
          <Button key={text} size="sm" disabled={!mayAsk} onClick={() => onCommand(text)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Part({ part, isArriving }: { part: TurnPart; isArriving: boolean }) {
  switch (part.kind) {
    case 'thinking':
      return <Thinking text={part.text} isGoingOn={isArriving} />;
    case 'tool':
      return part.card ? <ToolCard card={part.card} messageId={part.messageId} /> : <RunningTool words={part.words} />;
    case 'content':
      return <Content text={part.text} isArriving={isArriving} />;
  }
}

function Content({ text, isArriving }: { text: string; isArriving: boolean }) {
  const typed = useTyped(text, isArriving);
  return (
    <Suspense fallback={<p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">{typed}</p>}>
      <Markdown text={typed} isArriving={isArriving} />
    </Suspense>
  );
}

function AnswerFoot({
  answer,
  usage,
  mayRetry,
  onRetry,
}: {
  answer: string;
  usage: AssistantUsage | null;
  mayRetry: boolean;
  onRetry: () => void;
}) {
  return (
    <div className="-mt-1 -ml-1.5 flex items-center gap-0.5 text-xs text-ink-3">
      {answer !== '' && <CopyButton size="sm" what="answer" text={answer} />}
      <IconButton
        size="sm"
        label="Retry"
        disabled={!mayRetry}
        icon={<RotateCcw className="size-3.5" />}
        onClick={onRetry}
      />
      {usage && (
        <span className="ml-1 truncate" title={usageWords(usage)}>
          {usageWords(usage)}
        </span>
      )}
    </div>
  );
}

/** Puts the cursor at the end when the field appears. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function Question({ turn, onEdit, mayAsk }: Pick<TurnProps, 'turn' | 'onEdit' | 'mayAsk'>) {
  const text = turn.question?.text ?? '';
  const images = turn.question?.images ?? 0;
  const [draft, setDraft] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const lines = text.split('\n');
  const isFolded = lines.length > MOST_LINES && !isWhole;
  if (draft !== null) {
    const send = () => {
      if (draft.trim() === '' || !mayAsk) return;
      setDraft(null);
      onEdit(turn, draft.trim());
    };
    return (
      <div className="flex flex-col gap-2">
        <textarea
          aria-label="Edit question"
          ref={focusAtEnd}
          value={draft}
          rows={Math.min(8, draft.split('\n').length + 1)}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(null);
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          className="w-full resize-none rounded-md border border-edge bg-raised px-3 py-2 text-sm focus:border-focus focus:outline-1 focus:outline-focus"
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={() => setDraft(null)}>
            Cancel
          </Button>
          <Button size="sm" variant="primary" disabled={draft.trim() === '' || !mayAsk} onClick={send}>
            Send
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="group/question flex flex-col items-end gap-0.5">
      <div className="max-w-[88%] rounded-lg bg-press px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap text-ink">
        {isFolded ? lines.slice(0, FOLDED_LINES).join('\n') : text}
        {lines.length > MOST_LINES && (
          <button
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className="-mx-1 mt-1 flex h-7 items-center gap-1 rounded-sm px-1 text-xs font-medium text-ink-2 hover:text-ink"
          >
            <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', isWhole && 'rotate-90')} />
            {isWhole ? 'Show fewer lines' : `Show all ${lines.length.toLocaleString('en-US')} lines`}
          </button>
        )}
        {images > 0 && (
          <span className="mt-1 flex items-center gap-1.5 text-xs text-ink-3">
            <ImageIcon aria-hidden className="size-3.5" />
            {images === 1 ? '1 picture' : `${images} pictures`}
          </span>
        )}
      </div>
      <div className="-mb-2.5 flex opacity-0 transition-opacity group-hover/question:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100">
        <CopyButton size="sm" what="question" text={text} />
        <IconButton
          size="sm"
          label="Edit and resend"
          disabled={!mayAsk}
          icon={<Pencil className="size-3.5" />}
          onClick={() => setDraft(text)}
        />
      </div>
    </div>
  );
}
