import type { ToldRows } from '#contract/assistant-settings.ts';
import type { ChatEvent } from '#contract/assistant-chat.ts';

/** A line without its number. */
export type Line = ChatEvent extends infer Event ? (Event extends ChatEvent ? Omit<Event, 'seq'> : never) : never;

/** Pieces of text that arrive in between go out together. A screen draws a tenth of a second's text at a time. */
const TOGETHER_MS = 100;

/** JSON escapes these, and hardly anything else. */
const MAY_BE_REFUSED = /\\u(?:d[89a-f]|0000)/;

/** Without halves of characters and zero bytes, which the database refuses: one line would hold up those of every run. */
function storable<T>(value: T): T {
  if (!MAY_BE_REFUSED.test(JSON.stringify(value))) return value;
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '') : part,
  );
  return JSON.parse(text) as T;
}

/** An answer that is being made in this process: its lines, and who listens to them. */
export class Run {
  readonly id: string;
  readonly userId: number;
  /** Aborted when somebody stops it, with `STOPPED`, or when it takes too long. */
  readonly stopping = new AbortController();
  /** The rows that the model was sent, without their values. */
  readonly told: ToldRows[] = [];
  private readonly lines: ChatEvent[] = [];
  private readonly listeners = new Set<(event: ChatEvent) => void>();
  private written = 0;
  private piece: { type: 'content' | 'thinking'; text: string } | null = null;
  private saying: 'content' | 'thinking' | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** 0 before the first piece of a kind, or after a tool: it goes out at once. */
  private lastPieceAt = 0;
  private ended = false;

  constructor(id: string, userId: number) {
    this.id = id;
    this.userId = userId;
  }

  get events(): readonly ChatEvent[] {
    return this.lines;
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** A piece of text: at once when nothing went out just before, so that the first word is not late. */
  say(type: 'content' | 'thinking', text: string): void {
    if (text === '' || this.ended) return;
    if (type !== this.saying) {
      this.flush();
      this.saying = type;
      this.lastPieceAt = 0;
    }
    this.piece = { type, text: (this.piece?.text ?? '') + text };
    const wait = this.lastPieceAt + TOGETHER_MS - performance.now();
    if (wait <= 0) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), wait);
  }

  /** A line, after all that was said before it. */
  tell(line: Line): void {
    if (this.ended) return;
    this.flush();
    this.saying = null;
    this.push(line);
  }

  /** The last line. */
  end(line: Line): void {
    if (this.ended) return;
    this.flush();
    this.push(line);
    this.ended = true;
    this.listeners.clear();
  }

  /** All that was said so far is among the events. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { piece } = this;
    if (piece === null) return;
    this.piece = null;
    this.lastPieceAt = performance.now();
    this.push({ type: piece.type, content: piece.text });
  }

  private push(line: Line): void {
    const event: ChatEvent = { ...storable(line), seq: this.lines.length + 1 };
    this.lines.push(event);
    for (const listener of this.listeners) listener(event);
  }

  /** Sends the lines after `after` and those that follow. Returns a function that stops it. */
  listen(after: number, listener: (event: ChatEvent) => void): () => void {
    for (const event of this.lines.slice(after)) listener(event);
    if (!this.ended) this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get isWritten(): boolean {
    return this.written === this.lines.length;
  }

  /** Lines that are not in the database yet; they count as written from now on. */
  takeUnwritten(): ChatEvent[] {
    const lines = this.lines.slice(this.written);
    this.written = this.lines.length;
    return lines;
  }

  /** Lines that could not be written are written with the next ones. */
  unwrite(count: number): void {
    this.written -= count;
  }
}
