import { ArrowUp, Paperclip, Square, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { focusAtOnce, focusWhenDrawn } from '#web/ui/layers/hand-focus.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';
import { optionAfter } from '#web/ui/rows/row-keys.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { LONGEST_QUESTION, TEXT_FILES, withFile } from './attached-file.ts';
import { changeChat, detach, useChat } from './chat-state.ts';
import { stop, useRuns } from './run/run.ts';
import { type ChatCommand, type Suggestion, suggestionsFor } from './suggestions.ts';

const COMPOSER_ID = 'assistant-question';
const TALLEST_PX = 200;

export const composerField = (): HTMLElement | null => document.getElementById(COMPOSER_ID);
export const focusComposer = (): void => focusAtOnce(composerField());

/** As high as its text. */
function fit(element: HTMLTextAreaElement | null): void {
  if (!element) return;
  element.style.height = 'auto';
  if (element.scrollHeight > 0) element.style.height = `${Math.min(element.scrollHeight + 2, TALLEST_PX)}px`;
}

/** True for a key that goes into a field. The editor of code is in a shadow tree, which only the path of the event shows. */
function isTyped(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea') || target.isContentEditable)
  );
}

interface ComposerProps {
  commands: readonly ChatCommand[];
  /** The reason why pictures cannot be sent now; empty when they can. */
  whyNoPictures: string;
  onSend: (text: string) => void;
}

/** The field for a question. Enter sends, Shift+Enter starts a new line, and a slash lists the commands. */
export function Composer({ commands, whyNoPictures, onSend }: ComposerProps) {
  const { text, pictures } = useChat();
  const isRunning = useRuns(({ running }) => running !== null && running.answer.end === null);
  const isStopping = useRuns(({ running }) => running?.isStopping === true);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [highlighted, setHighlighted] = useState(-1);
  const [dismissed, setDismissed] = useState('');
  const listId = useId();

  const suggestions = text === dismissed ? [] : suggestionsFor(text, commands);
  const isOpen = suggestions.length > 0;
  const chosen = suggestions[highlighted];
  const maySend = text.trim() !== '' && !isRunning;

  // The keys that lead to the search of the other views lead to the question here.
  useHotkeys((event) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    const isSlash = key === '/' && isPlain(event) && !isTyped(event);
    if (!isSlash && !((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k')) return false;
    focusComposer();
    if (isSlash && text === '') type('/');
    return true;
  });

  useLayoutEffect(() => fit(field.current), [text]);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    // On a phone the chat is folded up at first, where nothing has a height.
    let width = element.clientWidth;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  function type(next: string) {
    changeChat({ text: next });
    setHighlighted(-1);
  }
  function take({ text: taken, goesOn }: Suggestion) {
    type(taken);
    setDismissed(goesOn ? '' : taken);
    field.current?.focus();
  }
  async function add(file: File | undefined) {
    if (!file) return;
    const question = useChat.getState().text;
    const added = await withFile(question, file);
    if ('problem' in added) return toast.error(added.problem);
    type(added.text);
    // The question is written above the file.
    focusWhenDrawn(() => field.current);
    window.requestAnimationFrame(() => {
      const end = question.trimEnd().length;
      field.current?.setSelectionRange(end, end);
      field.current?.scrollTo({ top: 0 });
    });
  }
  function send() {
    if (!maySend) return;
    onSend(text.trim());
    setHighlighted(-1);
    setDismissed('');
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const to = isOpen ? optionAfter(event.key, highlighted, suggestions.length) : null;
    if (to !== null) {
      event.preventDefault();
      setHighlighted(to);
    } else if (isOpen && event.key === 'Escape') {
      event.stopPropagation();
      setDismissed(text);
    } else if (isOpen && event.key === 'Tab' && !event.shiftKey) {
      const first = chosen ?? suggestions[0];
      if (!first) return;
      event.preventDefault();
      take(first);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (chosen) take(chosen);
      else send();
    }
  }

  return (
    <div className="relative flex flex-col gap-2">
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Commands"
          className="absolute inset-x-0 bottom-full z-10 mb-1.5 max-h-72 overflow-y-auto rounded-md bg-raised p-1 shadow-float"
        >
          {suggestions.map((suggestion, index) => (
            // The keys of this list work in the field.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={suggestion.text}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === highlighted}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
              className={cx(
                'cursor-default rounded-sm px-2.5 py-1.5 text-sm hover:bg-hover',
                index === highlighted && 'bg-press',
              )}
            >
              <span className="block truncate font-medium text-ink">{suggestion.label}</span>
              <span className="block truncate text-xs text-ink-3">{suggestion.hint}</span>
            </div>
          ))}
        </div>
      )}
      {pictures.length > 0 && <Pictures pictures={pictures} whyNot={whyNoPictures} />}
      <div
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          // Dragged words go into the field by themselves.
          if (!file) return;
          event.preventDefault();
          void add(file);
        }}
        className="flex items-end gap-1 rounded-lg border border-edge bg-raised py-1 pr-1 focus-within:border-focus focus-within:outline-1 focus-within:outline-focus"
      >
        <textarea
          ref={field}
          id={COMPOSER_ID}
          aria-label="Message"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={chosen ? `${listId}-${highlighted}` : undefined}
          rows={1}
          maxLength={LONGEST_QUESTION}
          value={text}
          placeholder="Ask, or type / for commands"
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className="max-h-50 min-w-0 grow resize-none bg-transparent px-3 py-1.5 text-sm text-ink outline-none"
        />
        <input
          ref={chooser}
          type="file"
          aria-label="File to attach"
          accept={TEXT_FILES}
          className="hidden"
          onChange={({ target }) => {
            void add(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <IconButton
          label="Attach a text or CSV file"
          icon={<Paperclip className="size-4" />}
          onClick={() => chooser.current?.click()}
        />
        {isRunning ? (
          <IconButton
            label="Stop"
            disabled={isStopping}
            icon={<Square className="size-3.5 fill-current" />}
            className="border-line-strong bg-press"
            onClick={() => {
              // The button goes when the answer has ended.
              field.current?.focus();
              void stop().catch((error: unknown) => toast.error(sentenceOf(error)));
            }}
          />
        ) : (
          <IconButton
            label="Send"
            disabled={!maySend}
            icon={<ArrowUp className="size-4.5" />}
            className={
              maySend
                ? 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover hover:not-disabled:text-on-accent'
                : ''
            }
            onClick={send}
          />
        )}
      </div>
    </div>
  );
}

function Pictures({ pictures, whyNot }: { pictures: readonly string[]; whyNot: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {pictures.map((picture, index) => (
        <span key={picture.slice(-40)} className="relative">
          <img
            src={picture}
            alt={`Attachment ${index + 1} of the next message`}
            className="size-14 rounded-md border border-line object-cover"
          />
          <button
            type="button"
            aria-label={`Remove picture ${index + 1}`}
            onClick={() => {
              detach(index);
              focusComposer();
            }}
            className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-line-strong bg-raised text-ink-2 hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </span>
      ))}
      {whyNot !== '' && <p className="min-w-0 grow text-xs text-yellow">{whyNot}</p>}
    </div>
  );
}
