import { z } from 'zod';
import {
  changeArtifactRoute,
  createArtifactRoute,
  deleteArtifactRoute,
  forkArtifactRoute,
  restoreArtifactRoute,
} from '#contract/artifacts.ts';
import { approveDraftRoute, rejectDraftRoute, undoDraftRoute } from '#contract/assistant-drafts.ts';
import {
  clearConversationRoute,
  createConversationRoute,
  deleteConversationRoute,
  renameConversationRoute,
} from '#contract/assistant-history.ts';
import { changeAgentRoute, changeProviderRoute, restoreAgentRoute } from '#contract/assistant-settings.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import type { Change } from '#web/api/queries/query-keys.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { settleSaved } from './artifact/workbench-state.ts';
import { assistantAddress, openConversation } from './assistant-address.ts';

/** Defines a write of the assistant. The typed text stays in its window until the answer is known. */
function assistantCommand<R extends Route>(
  kind: string,
  route: R,
  {
    stale,
    done,
    personal = false,
    /** `done` is left out where the result is visible at once. */
  }: { stale: readonly Change[]; done?: (reply: ReplyOf<R>) => string; personal?: boolean },
): CommandDefinition<R, null> {
  return {
    kind,
    route,
    personal,
    readMemo: (kept) => z.null().safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      for (const change of stale) fetchAgain(change);
      if (done) tellOutcome(outcome, command, watched, { done });
      else if (outcome.kind !== 'done') tellOutcome(outcome, command, watched, { done: () => '' });
    },
  };
}

/** Updates the saved working copy, even if its window is closed when the answer comes. Personal, because a refusal may name a customer. */
function artifactCommand<R extends typeof createArtifactRoute | typeof changeArtifactRoute>(
  kind: string,
  route: R,
  words: { stale: readonly Change[]; done: (reply: ReplyOf<R>) => string },
): CommandDefinition<R, SavedCopy> {
  const { onOutcome, ...definition } = assistantCommand(kind, route, { ...words, personal: true });
  return {
    ...definition,
    readMemo: (kept) => savedCopy.safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      const of = savedCopy.safeParse(command.memo).data;
      if (of && outcome.kind === 'done') settleSaved(of.copyId, outcome.reply.artifact);
      onOutcome?.(outcome, command, watched);
    },
  };
}

const savedCopy = z.object({ copyId: z.string() });
type SavedCopy = z.output<typeof savedCopy>;

const CHAT = ['assistant'] as const;
const LIBRARY = ['artifacts'] as const;

export const createConversationCommand = assistantCommand('conversation-create', createConversationRoute, {
  stale: CHAT,
});
export const renameConversationCommand = assistantCommand('conversation-rename', renameConversationRoute, {
  stale: CHAT,
  done: () => 'Conversation renamed',
});
const deletion = assistantCommand('conversation-delete', deleteConversationRoute, {
  stale: CHAT,
  done: () => 'Conversation deleted',
});
export const deleteConversationCommand: typeof deletion = {
  ...deletion,
  onOutcome(outcome, command, watched) {
    // The list closes when it asks for confirmation, so the command itself leaves the deleted conversation.
    const isShown = command.subject === `conversation ${assistantAddress.get().chatId}`;
    if (outcome.kind === 'done' && isShown) openConversation(null, 'replace');
    deletion.onOutcome?.(outcome, command, watched);
  },
};
export const clearConversationCommand = assistantCommand('conversation-clear', clearConversationRoute, {
  stale: CHAT,
  done: () => 'Conversation cleared',
});

export const createArtifactCommand = artifactCommand('artifact-create', createArtifactRoute, {
  stale: LIBRARY,
  done: ({ artifact }) => `Saved as "${artifact.title}"${artifact.is_global ? ' for everybody' : ''}`,
});
export const changeArtifactCommand = artifactCommand('artifact-change', changeArtifactRoute, {
  stale: LIBRARY,
  done: ({ artifact }) => `"${artifact.title}" saved as version ${artifact.version}`,
});
export const deleteArtifactCommand = assistantCommand('artifact-delete', deleteArtifactRoute, {
  stale: LIBRARY,
  done: () => 'Artifact deleted',
});
export const restoreArtifactCommand = assistantCommand('artifact-restore', restoreArtifactRoute, {
  stale: LIBRARY,
  done: ({ artifact }) => `Brought back as version ${artifact.version}`,
  personal: true,
});
export const forkArtifactCommand = assistantCommand('artifact-fork', forkArtifactRoute, {
  stale: LIBRARY,
  done: ({ artifact }) => `Copied as "${artifact.title}"`,
  personal: true,
});

export const changeAgentCommand = assistantCommand('agent-change', changeAgentRoute, {
  stale: CHAT,
  done: ({ agent }) => `Agent saved as version ${agent.version}`,
});
export const restoreAgentCommand = assistantCommand('agent-restore', restoreAgentRoute, {
  stale: CHAT,
  done: ({ agent }) => `Agent brought back as version ${agent.version}`,
});
/** Personal, because the request may carry a key. It is deleted as soon as the outcome is known. */
export const changeProviderCommand = assistantCommand('assistant-provider', changeProviderRoute, {
  stale: CHAT,
  done: () => 'Connection saved',
  personal: true,
});

/** A draft can change anything in the shop, and each of its changes has its own event. */
const DRAFTED = ['assistant', 'catalogue', 'purchasing', 'menus'] as const;
export const approveDraftCommand = assistantCommand('draft-approve', approveDraftRoute, {
  stale: DRAFTED,
  done: ({ draft }) => `Approved: ${draft.title}`,
});
export const undoDraftCommand = assistantCommand('draft-undo', undoDraftRoute, {
  stale: DRAFTED,
  done: ({ draft }) => `Undone: ${draft.title}`,
});
export const rejectDraftCommand = assistantCommand('draft-reject', rejectDraftRoute, {
  stale: CHAT,
  done: () => 'Draft turned down',
});
