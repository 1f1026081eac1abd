import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A label printer on this machine, for tests: it answers `~HS`, keeps what it prints, and has the faults of real ones. */
export interface LoopbackPrinter {
  readonly host: string;
  readonly port: number;
  /** The formats that came out, in order. */
  readonly printed: string[];
  /** The number of formats that arrived, printed or not. */
  arrived: number;
  /** Commands that are no format, without `~HS`. */
  readonly heard: string[];
  /** `silent`: takes everything and says nothing. `cuts`: cuts the connection when a format has arrived. */
  mood: 'ready' | 'silent' | 'cuts';
  /** It says how it is once this is settled. */
  answering: Promise<void>;
  /** Flags of its status: out of labels, head open. What it receives meanwhile waits. */
  paperOut: boolean;
  headOpen: boolean;
  /** Has this trouble after the given number of formats. */
  lasts: number;
  trouble: 'paperOut' | 'headOpen';
  /** Resolves when it was asked this many times for its status. */
  asked(times: number): Promise<void>;
  close(): Promise<void>;
}

const FORMAT = /(?:~SD\d\d\s*)?\^XA[\s\S]*?\^XZ\s*/;

export async function loopbackPrinter(): Promise<LoopbackPrinter> {
  const sockets = new Set<Socket>();
  const waiting: string[] = [];
  let questions = 0;
  let listeners: (() => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
      for (;;) {
        const command = /^\s*~(HS|JA)\s*/.exec(received);
        const format = command ? null : FORMAT.exec(received);
        if (command) {
          received = received.slice(command[0].length);
          if (command[1] === 'JA') {
            waiting.length = 0;
            printer.heard.push('~JA');
            continue;
          }
          questions += 1;
          if (printer.mood !== 'silent') void printer.answering.then(() => socket.write(status()));
          for (const listener of listeners) listener();
        } else if (format) {
          received = received.slice(format.index + format[0].length);
          printer.arrived += 1;
          if (printer.mood === 'cuts') return void socket.destroy();
          waiting.push(format[0].trim());
        } else return;
      }
    });
  });
  /** Prints what waits, then says how it is. */
  function status(): string {
    while (waiting.length > 0 && !printer.paperOut && !printer.headOpen) {
      printer.printed.push(waiting.shift() ?? '');
      if (printer.printed.length >= printer.lasts) printer[printer.trouble] = true;
    }
    const flag = (on: boolean): string => (on ? '1' : '0');
    const left = String(waiting.length).padStart(3, '0');
    return [
      `\u0002030,${flag(printer.paperOut)},0,0203,${left},0,0,0,000,0,0,0\u0003\r\n`,
      `\u0002000,0,${flag(printer.headOpen)},0,0,2,4,0,00000000,1,000\u0003\r\n`,
      '\u00021234,0\u0003\r\n',
    ].join('');
  }
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const printer: LoopbackPrinter = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    printed: [],
    arrived: 0,
    heard: [],
    mood: 'ready',
    answering: Promise.resolve(),
    paperOut: false,
    headOpen: false,
    lasts: Infinity,
    trouble: 'paperOut',
    asked: async (times) => {
      const until = questions + times;
      await new Promise<void>((settle) => {
        listeners = [() => questions >= until && settle()];
      });
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((settle) => server.close(settle));
    },
  };
  return printer;
}
