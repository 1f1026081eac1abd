import { useCallback, useEffect, useMemo } from 'react';
import { onServerBack } from '#web/api/queries/live.ts';
import { assistantAddress, openConversation } from '../assistant-address.ts';
import { fetchConversationsAgain, fetchMessagesAgain, fetchUsageAgain, useMessages } from '../assistant-queries.ts';
import { ask, type Asked, askUnheard, isUnheard, leaveRun, resume, runningOf, useRuns } from './run/run.ts';
import { isSaved, type Turn, turnsOf } from './turns.ts';

interface Conversation {
  readonly title: string;
  readonly turns: readonly Turn[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
  readonly isRunning: boolean;
  /** The part that a lost connection carried: a question, if nothing came back yet, or the answer. Null while connected. */
  readonly lost: 'question' | 'answer' | null;
  readonly hasEarlier: boolean;
  readonly isFetchingEarlier: boolean;
  readonly fetchEarlier: () => void;
  readonly send: (asked: Omit<Asked, 'conversationId'>) => void;
}

/** One conversation: its saved messages, and the answer in progress, which is found again after a reload. */
export function useConversation(chatId: number | null): Conversation {
  const saved = useMessages(chatId);
  const running = useRuns((runs) => runningOf(runs, chatId));
  const pages = saved.data?.pages;
  const messages = useMemo(() => (pages ?? []).toReversed().flatMap((page) => page.messages), [pages]);
  const newest = pages?.[0];

  const begun = running?.answer.conversationId ?? null;
  useEffect(() => {
    if (begun === null || chatId !== null) return;
    openConversation(begun, 'replace');
    void fetchConversationsAgain();
  }, [begun, chatId]);

  // The answer in progress goes on when somebody comes back to its conversation. One that this page gave up on goes on
  // too, if messages that were fetched since say that it is still being made.
  const going = newest?.run?.state === 'running' ? newest.run.id : null;
  const runId = running?.answer.runId;
  const givenUpAt = running?.givenUpAt ?? null;
  const isMissing = running === null || (runId === going && givenUpAt !== null && saved.dataUpdatedAt > givenUpAt);
  useEffect(() => {
    if (going !== null && chatId !== null && isMissing) resume(going, chatId);
  }, [going, chatId, isMissing]);

  const unheard = isUnheard(running);
  useEffect(() => {
    if (givenUpAt === null) return;
    const look = () => {
      if (unheard) askUnheard(runningOf(useRuns.getState(), chatId));
      else if (begun !== null) void fetchMessagesAgain(begun);
    };
    window.addEventListener('online', look);
    const stop = onServerBack(look);
    return () => {
      window.removeEventListener('online', look);
      stop();
    };
  }, [givenUpAt, unheard, begun, chatId]);

  const end = running?.answer.end ?? null;
  useEffect(() => {
    if (end === null) return;
    const id = assistantAddress.get().chatId ?? begun;
    if (id !== null) void fetchMessagesAgain(id);
    void fetchConversationsAgain();
    void fetchUsageAgain();
  }, [end, begun]);

  // The saved answer replaces the arrived one: it has ids, and its rows can be exported as CSV.
  const isKept = end !== null && runId !== undefined && !going && isSaved(messages, runId);
  useEffect(() => {
    if (isKept) leaveRun(runId);
  }, [isKept, runId]);

  const turns = useMemo(() => turnsOf(messages, running), [messages, running]);
  const title = newest?.conversation.title || running?.answer.title || 'New conversation';
  const send = useCallback<Conversation['send']>((asked) => ask({ ...asked, conversationId: chatId }), [chatId]);
  return {
    title,
    turns,
    isPending: chatId !== null && saved.isPending && running === null,
    error: saved.isError && saved.data === undefined && running === null ? saved.error : null,
    refetch: () => void saved.refetch(),
    isRunning: running !== null && running.answer.end === null,
    lost: running?.isLost !== true ? null : running.asked !== null && running.answer.seq === 0 ? 'question' : 'answer',
    hasEarlier: saved.hasNextPage,
    isFetchingEarlier: saved.isFetchingNextPage,
    fetchEarlier: () => void saved.fetchNextPage(),
    send,
  };
}
