import type { BodySent, ParamsSent, QuerySent, ReplyOf, Route } from '#contract/route.ts';
import type { CallError } from '../call/call-error.ts';
import type { CommandOwner, CommandRecord } from './record.ts';

/** The final answer of the server. */
export type CommandOutcome<R extends Route = Route> =
  /** It happened. `first` is false for a repeated answer, whose figures are those of the first time. */
  | { readonly kind: 'done'; readonly reply: ReplyOf<R>; readonly first: boolean }
  /** It happened with other details: this key was used with another request (`idempotency_key_reused`). */
  | { readonly kind: 'otherwise'; readonly error: CallError }
  /** It did not happen. */
  | { readonly kind: 'refused'; readonly error: CallError }
  /** Another window of this browser has the answer. */
  | { readonly kind: 'elsewhere'; readonly state: 'done' | 'refused' };

/** A kind of command: its route, its name, and what follows from its answer. */
export interface CommandDefinition<R extends Route = Route, Memo = unknown> {
  readonly kind: string;
  readonly route: R;
  /** Reads back the memo that the form stored; null if another build wrote it. */
  readonly readMemo: (kept: unknown) => Memo | null;
  /** Request, memo and refusal contain personal data. Once the outcome is known, the disk keeps only the code of the refusal. */
  readonly personal?: boolean;
  readonly timeoutMs?: number;
  /** The request as another person sends it; left out when it names nobody. */
  readonly inNameOf?: (request: KeptRequest, owner: CommandOwner) => KeptRequest;
  /**
   * The command to send once this one is done, for what was entered while this one had no answer. It belongs to the same owner. It
   * is made from the stored command, which has the entries of every window, and its key is the same however often it is made.
   */
  readonly next?: (command: CommandRecord) => NextCommand | null;
  /**
   * Returns what to store with the mark of the finished command, because localStorage reaches the disk seconds late. The
   * mark is dropped after a day.
   */
  readonly doneMemo?: (outcome: CommandOutcome<R>, command: CommandRecord) => unknown;
  /**
   * Runs once, in the window that got the answer, before the form hears of it, even if another person is signed in by
   * then. It updates what the browser stores for `beginnerOf(command)`. It shows a message only if no form does and the
   * owner is here (`watched` is false).
   */
  readonly onOutcome?: (outcome: CommandOutcome<R>, command: CommandRecord, watched: boolean) => void;
}

export type NextCommand = Pick<CommandRecord, 'key' | 'kind' | 'title' | 'request' | 'memo'>;

/** Names a definition. Its code is fetched (`load`) when there is something to send. */
export type CommandKind<R extends Route, Memo> = Pick<CommandDefinition<R, Memo>, 'kind'>;

// oxlint-disable-next-line typescript/no-explicit-any -- definitions of all routes are in one map
export type AnyDefinition = CommandDefinition<any, any>;

export type KeptRequest = NonNullable<CommandRecord['request']>;

type Requested<Name extends string, Sent> = [Sent] extends [undefined]
  ? { readonly [name in Name]?: undefined }
  : { readonly [name in Name]: Sent };

export type CommandRequest<R extends Route> = Requested<'params', ParamsSent<R>> &
  Requested<'query', QuerySent<R>> &
  Requested<'body', BodySent<R>>;

export type NewCommand<R extends Route, Memo> = CommandRequest<R> & {
  readonly subject: string;
  readonly title: string;
  readonly memo: Memo;
  /** Made by `send` if left out. A sale has its key from the first line of its cart on. */
  readonly key?: string;
};
