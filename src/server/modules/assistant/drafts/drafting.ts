import type { z } from 'zod';
import type { Draft, ToolCard } from '#contract/assistant-cards.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { ToolCall } from '#server/providers/provider.ts';

/** A tool by which a model proposes a change. */
export interface DraftTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
}

/** The only way from a model to a change: it can propose one, and no more. */
export interface Drafting {
  has(name: string): boolean;
  toolsFor(staff: Staff): readonly DraftTool[];
  propose(staff: Staff, runId: string, call: ToolCall, signal: AbortSignal): Promise<{ card: ToolCard; draft: Draft }>;
}
