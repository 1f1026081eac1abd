import { ChevronDown, Pencil, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/assistant-history.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { Popover } from '#web/ui/layers/popover.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { NearEnd } from '#web/ui/rows/near-end.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { usePausedSearch } from '#web/ui/use-debounced.ts';
import { openConversation } from '../assistant-address.ts';
import { deleteConversationCommand, renameConversationCommand } from '../assistant-commands.ts';
import { useConversations } from '../assistant-queries.ts';
import { relativeTime } from '../relative-time.ts';

/** The conversations of the signed-in person: open one, search, rename or delete. */
export function ConversationMenu({ current, title }: { current: number | null; title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title="Conversations"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="flex h-[min(32rem,var(--available-height))] w-88 max-w-[calc(100vw-1rem)] flex-col overflow-hidden"
      trigger={
        <Button variant="ghost" className="max-w-full justify-start overflow-hidden px-2">
          <span className="sr-only">Conversations: </span>
          <span className="truncate">{title}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </Button>
      }
    >
      <ConversationList
        current={current}
        onOpen={(id) => {
          openConversation(id);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function ConversationList({ current, onOpen }: { current: number | null; onOpen: (id: number | null) => void }) {
  const [search, setSearch] = useState('');
  const wanted = usePausedSearch(search.trim());
  const list = useConversations(wanted);
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? [];
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search conversations"
        placeholder="Search conversations"
        leading={<Search className="size-4" />}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div data-scrolls className="-mx-3 mt-2 min-h-0 grow overflow-y-auto px-3">
        {list.isPending && <LoadingPanel label="Loading conversations..." />}
        {list.isError && (
          <ErrorPanel title="Conversations could not be loaded" error={list.error} onRetry={() => list.refetch()} />
        )}
        {list.isSuccess && conversations.length === 0 && (
          <EmptyPanel
            title={wanted === '' ? 'No conversations yet' : 'No conversations found'}
            hint={wanted === '' ? 'What you ask is kept here.' : `Nothing was said about "${wanted}".`}
          />
        )}
        <ul className="flex flex-col gap-0.5">
          {conversations.map((conversation) => (
            <Entry
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === current}
              onOpen={() => onOpen(conversation.id)}
              onGone={() => conversation.id === current && openConversation(null, 'replace')}
            />
          ))}
        </ul>
        <NearEnd more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage && 'Loading more...'}
        </NearEnd>
      </div>
    </>
  );
}

/** Selects the text when the field appears. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.select();
}

function Entry({
  conversation: { id, title, last_message, message_count, updated_at, found },
  isOpen,
  onOpen,
  onGone,
}: {
  conversation: Conversation;
  isOpen: boolean;
  onOpen: () => void;
  onGone: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const [name, setName] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const renaming = useCommand(renameConversationCommand, `conversation ${id}`, (outcome) => {
    if (outcome.kind === 'refused') setRefused(sentenceOf(outcome.error));
    else setName(null);
  });
  const deleting = useCommand(deleteConversationCommand, `conversation ${id}`, (outcome) => {
    if (outcome.kind === 'done' || (outcome.kind === 'refused' && isCallError(outcome.error, 'not_found'))) onGone();
  });
  const params = { id: String(id) };
  const shownTitle = title || 'New conversation';

  async function remove() {
    const sure = await ask({
      title: 'Delete conversation',
      message: 'Are you sure you want to delete this conversation? This action cannot be undone.',
      confirmLabel: 'Delete',
      tone: 'danger',
    });
    if (sure) await deleting.send({ params, memo: null, title: `Delete conversation ${shownTitle}` });
  }

  if (name !== null) {
    const trimmed = name.trim();
    return (
      <li>
        <form
          className="flex flex-col gap-1.5 rounded-md bg-hover p-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (trimmed === '') setRefused('Please enter a name');
            else if (trimmed === title) setName(null);
            else void renaming.send({ params, memo: null, body: { title: trimmed }, title: `Rename to ${trimmed}` });
          }}
        >
          <TextInput
            aria-label="Name of the conversation"
            ref={focusOnce}
            maxLength={200}
            value={name}
            disabled={renaming.open !== null}
            onChange={({ target }) => {
              setName(target.value);
              setRefused(null);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setName(null);
            }}
          />
          {refused !== null && (
            <p role="alert" className="text-xs text-danger-ink">
              {refused}
            </p>
          )}
          <div className="flex justify-end gap-1.5">
            <Button size="sm" onClick={() => setName(null)}>
              Cancel
            </Button>
            <Button size="sm" variant="primary" type="submit" busy={renaming.open !== null}>
              Rename
            </Button>
          </div>
        </form>
      </li>
    );
  }
  return (
    <li className={cx('group/entry flex items-center rounded-md hover:bg-hover', isOpen && 'bg-press')}>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="min-w-0 grow rounded-md px-2.5 py-1.5 text-left -outline-offset-2"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 grow truncate text-sm font-medium text-ink">{shownTitle}</span>
          <span className="shrink-0 text-xs text-ink-3">{relativeTime(updated_at, timeZone)}</span>
        </span>
        <span className="flex gap-2 text-xs text-ink-3">
          <span className="min-w-0 grow truncate">{found || last_message || 'Nothing said yet'}</span>
          <span className="shrink-0" aria-label={`${message_count} messages`}>
            {message_count}
          </span>
        </span>
      </button>
      <IconButton
        size="sm"
        label={`Rename ${shownTitle}`}
        icon={<Pencil className="size-3.5" />}
        onClick={() => setName(title)}
      />
      <IconButton
        size="sm"
        label={`Delete ${shownTitle}`}
        disabled={deleting.open !== null}
        icon={<Trash2 className="size-3.5" />}
        onClick={() => void remove()}
      />
    </li>
  );
}
