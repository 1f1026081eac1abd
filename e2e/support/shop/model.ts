import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const PACE_MS = 20;

interface ModelCall {
  readonly name: string;
  readonly input: object;
}
const SALES: ModelCall = { name: 'sales_summary', input: { period: 'last_week', group_by: 'category' } };

interface Said {
  readonly role: string;
  readonly content?: unknown;
}

const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;

async function bodyOf(request: IncomingMessage): Promise<{ messages: readonly Said[]; stream?: boolean }> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return JSON.parse(text) as { messages: readonly Said[]; stream?: boolean };
}

/** A model on this machine that speaks the OpenAI protocol: it looks something up, then answers what it is told to. */
export class LoopbackModel {
  readonly #server: Server;
  #answer = '';
  #calls: readonly ModelCall[] = [SALES];
  #failure: number | 'cut' | null = null;
  #held: Promise<void> | null = null;
  /** Requests whose connection was cut by the shop. */
  cut = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<LoopbackModel> {
    const server = createServer();
    const model = new LoopbackModel(server);
    server.on('request', (request, response) => {
      if (request.url?.split('?')[0]?.endsWith('/models') === true) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data: [{ id: 'loopback-1' }] }));
        return;
      }
      response.on('close', () => {
        if (!response.writableFinished) model.cut += 1;
      });
      void bodyOf(request).then(async ({ messages }) => {
        const failure = model.#failure;
        if (typeof failure === 'number') {
          response.writeHead(failure, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ error: { message: 'Not this time' } }));
          return;
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const lines = model.#lines(messages);
        for (const [place, line] of lines.entries()) {
          if (place === Math.floor(lines.length / 2) && messages.at(-1)?.role !== 'user') await model.#held;
          if (response.destroyed) return;
          response.write(line);
          await new Promise((resolve) => setTimeout(resolve, PACE_MS));
          if (failure === 'cut') return void response.destroy();
        }
        response.end('data: [DONE]\n\n');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Its next answers, after it has called its tools. */
  says(answer: string): void {
    this.#answer = answer;
    this.#failure = null;
  }

  /** The tools that it calls first; the sales of last week until it is told. */
  calls(...calls: readonly ModelCall[]): void {
    this.#calls = calls;
  }

  /** From now on it falls silent in the middle of an answer, after its tools, until the returned function is called. */
  holds(): () => void {
    let goOn: () => void = () => {};
    this.#held = new Promise((resolve) => (goOn = resolve));
    return goOn;
  }

  /** From now on it refuses with a status, or hangs up after its first word. */
  fails(how: number | 'cut'): void {
    this.#failure = how;
  }

  #lines(messages: readonly Said[]): string[] {
    const isAsked = messages.at(-1)?.role === 'user';
    if (isAsked && this.#calls.length > 0) {
      return [
        chunk({ reasoning_content: 'I look up ' }),
        chunk({ reasoning_content: 'the sales.' }),
        ...this.#calls.map(({ name, input }, index) =>
          chunk({
            tool_calls: [
              { index, id: `call_${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
            ],
          }),
        ),
      ];
    }
    return this.#answer.match(/[\s\S]{1,9}/g)?.map((content) => chunk({ content })) ?? [];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
