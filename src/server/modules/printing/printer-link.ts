import { connect, type Socket } from 'node:net';
import { type PrinterStatus, readStatus } from '#domain/labels/printer-status.ts';
import { addressOf, type Reach } from './addresses.ts';

/** How long a printer may take. */
export interface Patience {
  readonly connectMs: number;
  /** For its answer to a question. */
  readonly answerMs: number;
  /** For taking a label. */
  readonly takeMs: number;
}

/** The connection to a printer failed; the message is a sentence for staff. */
export class LinkFailure extends Error {}

const ASK_STATUS = '~HS\r\n';
const CANCEL_ALL = '~JA\r\n';
/** An answer to a status has some 80 bytes. */
const MOST_ANSWER = 4096;
const CLOSE_WITHIN_MS = 1000;

/** A raw connection to a label printer. It is bounded in time, and fails with a sentence. */
export class PrinterLink {
  private readonly socket: Socket;
  private readonly patience: Patience;
  private answer = '';
  private failure: LinkFailure | null = null;
  private wake: () => void = () => undefined;

  private constructor(socket: Socket, patience: Patience) {
    this.socket = socket;
    this.patience = patience;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.answer = (this.answer + text).slice(-MOST_ANSWER);
      this.wake();
    });
    const cut = (): void => {
      this.failure ??= new LinkFailure('The printer cut the connection.');
      this.wake();
    };
    socket.on('error', cut);
    socket.on('close', cut);
    socket.on('end', cut);
    socket.on('drain', () => this.wake());
  }

  /** @throws LinkFailure */
  static async open(
    { host, port }: { host: string; port: number },
    reach: Reach,
    patience: Patience,
  ): Promise<PrinterLink> {
    const address = await addressOf(host, reach);
    if (address === null)
      throw new LinkFailure(`The name ${host} has no private address in your network. Look at the printer's settings.`);
    const socket = connect({ host: address, port });
    const failure = await new Promise<LinkFailure | null>((settle) => {
      const timer = setTimeout(
        () => settle(new LinkFailure('The printer does not answer. Look whether it is on.')),
        patience.connectMs,
      );
      const end = (result: LinkFailure | null): void => {
        clearTimeout(timer);
        settle(result);
      };
      socket.once('connect', () => end(null));
      socket.once('error', () =>
        end(new LinkFailure('The printer cannot be reached. Look whether it is on and in the network.')),
      );
    });
    if (failure === null) return new PrinterLink(socket, patience);
    socket.on('error', () => undefined);
    socket.destroy();
    throw failure;
  }

  /** Waits until `isDone`. @throws LinkFailure with the sentence after this time, or that the connection was cut */
  private async until(isDone: () => boolean, withinMs: number, sentence: string): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.wake();
    }, withinMs);
    try {
      while (!isDone()) {
        if (this.failure) throw this.failure;
        if (isLate) throw new LinkFailure(sentence);
        await new Promise<void>((settle) => (this.wake = settle));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws LinkFailure */
  async status(): Promise<PrinterStatus> {
    this.answer = '';
    this.socket.write(ASK_STATUS);
    let status: PrinterStatus | null = null;
    await this.until(
      () => (status = readStatus(this.answer)) !== null,
      this.patience.answerMs,
      'The printer does not say its status.',
    );
    if (status === null) throw new Error('a status was read and is not there');
    return status;
  }

  /** Hands labels over. It returns when the network has taken them, which says nothing about the print. @throws LinkFailure */
  async send(format: string): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.socket.write(format, 'utf8')) return;
    await this.until(() => this.socket.writableLength === 0, this.patience.takeMs, 'The printer takes no more labels.');
  }

  /** Throws away what the printer has received and not printed. */
  cancelAll(): void {
    if (!this.failure) this.socket.write(CANCEL_ALL);
  }

  /** Lets what was written leave, but waits for no answer to it. */
  close(): void {
    this.socket.end();
    setTimeout(() => this.socket.destroy(), CLOSE_WITHIN_MS).unref();
  }
}
