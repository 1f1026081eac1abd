import type { BodySent, ParamsSent, QuerySent, ReplyOf, Route } from '#contract/route.ts';
import type { CallError } from '../call/call-error.ts';
import type { CommandOwner, CommandRecord } from './record.ts';

/** What the server answered for good. */
export type CommandOutcome<R extends Route = Route> =
  /** It happened. `first` is false when the answer was given before: figures in it are those of back then. */
  | { readonly kind: 'done'; readonly reply: ReplyOf<R>; readonly first: boolean }
  /** It happened in another form: this key was used with another request (`idempotency_key_reused`). */
  | { readonly kind: 'otherwise'; readonly error: CallError }
  /** It did not happen. */
  | { readonly kind: 'refused'; readonly error: CallError }
  /** Another window of this browser has the answer. */
  | { readonly kind: 'elsewhere'; readonly state: 'done' | 'refused' };

/** A kind of command: its call, its name, and what follows from its answer wherever that arrives. */
export interface CommandDefinition<R extends Route = Route, Memo = unknown> {
  readonly kind: string;
  readonly route: R;
  /** Reads back what its form kept; null for what another build wrote. */
  readonly readMemo: (kept: unknown) => Memo | null;
  /** Request and memo hold personal data: they go as soon as the outcome is known. */
  readonly personal?: boolean;
  readonly timeoutMs?: number;
  /** The request as somebody else sends it; left out when it names nobody. */
  readonly inNameOf?: (request: KeptRequest, owner: CommandOwner) => KeptRequest;
  /**
   * What is sent once it is done, in the name of its owner: what was entered on top of it. Asked of the command as the
   * disk has it, so that it has what every window entered. It has the same key however often it is asked.
   */
  readonly next?: (command: CommandRecord) => NextCommand | null;
  /**
   * Runs once in the window that got the answer, before its form hears of it, whoever is signed in by then. It settles
   * what the browser keeps for `beginnerOf(command)`. It tells people only when nobody else does and the owner is here
   * (`watched` is false).
   */
  readonly onOutcome?: (outcome: CommandOutcome<R>, command: CommandRecord, watched: boolean) => void;
}

export type NextCommand = Pick<CommandRecord, 'key' | 'kind' | 'title' | 'request' | 'memo'>;

/** Names a definition whose code is fetched (`load`) once there is something to send. */
export type CommandKind<R extends Route, Memo> = Pick<CommandDefinition<R, Memo>, 'kind'>;

// oxlint-disable-next-line typescript/no-explicit-any -- definitions of all routes stand in one map
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
  /** Made here when left out; the sale has had its own since the first line of its cart. */
  readonly key?: string;
};
