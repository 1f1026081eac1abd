import { Worker } from 'node:worker_threads';
import type { FastifyReply } from 'fastify';
import type { ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** A document as data, which is all that reaches the thread that draws it. */
export interface Paper extends Omit<TDocumentDefinitions, 'footer' | 'header' | 'background'> {
  /** Below each page, with "Page 1 of 2" after its text. */
  readonly pageFooter?: Omit<ContentText, 'text'> & { readonly text: string };
}

export interface DrawRequest {
  readonly id: number;
  readonly paper: Paper;
}

export interface DrawAnswer {
  readonly id: number;
  readonly pdf?: Uint8Array;
  readonly error?: unknown;
}

interface Drawing {
  readonly done: (pdf: Buffer) => void;
  readonly fail: (error: Error) => void;
}

/** Draws papers one after the other in a thread of its own: a large one takes seconds, and nobody shall wait for it. */
class Drawer {
  private readonly worker = new Worker(new URL('./pdf-worker.js', import.meta.url));
  private readonly drawings = new Map<number, Drawing>();
  private count = 0;

  constructor(gone: () => void) {
    // A server that has nothing else to do may end.
    this.worker.unref();
    this.worker.on('message', ({ id, pdf, error }: DrawAnswer) => {
      const drawing = this.drawings.get(id);
      this.drawings.delete(id);
      if (pdf) drawing?.done(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      else drawing?.fail(error instanceof Error ? error : new Error('a paper was not drawn', { cause: error }));
    });
    this.worker.once('error', (error) => {
      gone();
      for (const { fail } of this.drawings.values()) fail(error);
    });
  }

  draw(paper: Paper): Promise<Buffer> {
    this.count += 1;
    const id = this.count;
    return new Promise((done, fail) => {
      this.drawings.set(id, { done, fail });
      this.worker.postMessage({ id, paper } satisfies DrawRequest, []);
    });
  }
}

let drawer: Drawer | undefined;

/** Draws a document in Roboto, normal and bold. The thread begins with the first one asked for. */
export function drawPdf(paper: Paper): Promise<Buffer> {
  drawer ??= new Drawer(() => (drawer = undefined));
  return drawer.draw(paper);
}

/** Sends a PDF to look at; `name` is that of the file when it is kept, without its ending. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${name.replace(/[^\w-]/g, '')}.pdf"`)
    .send(pdf);
}
