import { Worker } from 'node:worker_threads';
import type { ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Calibration, NO_CALIBRATION } from '#domain/labels/calibration.ts';
import type { LabelContent, LabelLook } from '#domain/labels/layout.ts';
import type { Page } from '#domain/labels/pages.ts';
import { type LabelTemplate, type Place, TEMPLATES } from '#domain/labels/template.ts';
import { Refusal } from '#server/refusal.ts';

/** A document as plain data, because it is sent to another thread for drawing. */
export interface Paper extends Omit<TDocumentDefinitions, 'footer' | 'header' | 'background'> {
  /** Printed below each page, followed by "Page 1 of 2". */
  readonly pageFooter?: Omit<ContentText, 'text'> & { readonly text: string };
}

/** Pages of labels, which the thread lays out as well: thousands of layouts would hold up sales. Units: points. */
export interface LabelPaper {
  readonly title: string;
  readonly template: LabelTemplate;
  readonly look: LabelLook;
  /** The different labels. Pages refer to them by index. */
  readonly labels: readonly LabelContent[];
  readonly pages: readonly Page[];
  /** The place of a line one inch long, to hold a ruler against. */
  readonly ruler: Place | null;
  readonly calibration: Calibration;
}

export type AnyPaper = Paper | LabelPaper;

/** A label is about as much to draw as this much of another paper. */
const LABEL_SIZE = 300;

function sizeOf(paper: AnyPaper): number {
  if (!('labels' in paper)) return JSON.stringify(paper.content).length;
  return LABEL_SIZE * paper.pages.reduce((sum, page) => sum + page.length, 0);
}

export interface DrawAnswer {
  readonly pdf?: Uint8Array;
  readonly error?: unknown;
}

interface Drawing {
  readonly paper: AnyPaper;
  /** Roughly how much there is to draw. */
  readonly size: number;
  readonly done: (pdf: Buffer) => void;
  readonly fail: (error: Error) => void;
}

const THREAD = new URL('./pdf-worker.js', import.meta.url);
const IS_BUILT = !import.meta.url.endsWith('.ts');
/** The build has the thread as one file. From the sources it has to read TypeScript first. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import('${THREAD.href}')))`;

/** A paper of this size takes seconds, and one of thousands of rows a minute. Others do not wait for it. */
const LONG_SIZE = 200_000;

/** With more papers waiting, callers are asked to come back later. */
const MOST_WAITING = 20;
const BUSY_S = 5;

/**
 * Draws papers one after the other in a thread of its own, because a large one takes seconds. The smallest waiting
 * paper comes next, so that a receipt does not wait for a pile of purchase orders.
 */
class Drawer {
  private readonly worker = IS_BUILT ? new Worker(THREAD) : new Worker(FROM_SOURCE, { eval: true });
  private readonly waiting: Drawing[] = [];
  private drawing: Drawing | undefined;
  private readonly rest: () => void;

  /**
   * @param gone called when the thread failed
   * @param rest called when there is nothing to draw
   */
  constructor(gone: () => void, rest: () => void = () => undefined) {
    this.rest = rest;
    // The thread does not keep an idle server alive.
    this.worker.unref();
    this.worker.on('message', ({ pdf, error }: DrawAnswer) => {
      const drawn = this.drawing;
      this.next();
      if (pdf) drawn?.done(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      else drawn?.fail(error instanceof Error ? error : new Error('a paper was not drawn', { cause: error }));
    });
    this.worker.once('error', (error) => {
      gone();
      this.drawing?.fail(error);
      for (const { fail } of this.waiting) fail(error);
    });
  }

  end(): void {
    void this.worker.terminate();
  }

  draw(paper: AnyPaper, size: number): Promise<Buffer> {
    if (this.waiting.length >= MOST_WAITING) {
      throw new Refusal('too_many_requests', 'Many papers are being drawn at the moment. Try again in a moment.', {
        retryAfterS: BUSY_S,
      });
    }
    return new Promise((done, fail) => {
      this.waiting.push({ paper, size, done, fail });
      if (this.drawing === undefined) this.next();
    });
  }

  private next(): void {
    const shortest = this.waiting.reduce<Drawing | undefined>(
      (best, one) => (best === undefined || one.size < best.size ? one : best),
      undefined,
    );
    this.drawing = shortest;
    if (shortest === undefined) {
      this.rest();
      return;
    }
    this.waiting.splice(this.waiting.indexOf(shortest), 1);
    try {
      this.worker.postMessage(shortest.paper, []);
    } catch (error) {
      // This paper cannot be sent to a thread. Only it fails; the others go on.
      shortest.fail(new Error('a paper was not drawn', { cause: error }));
      this.next();
    }
  }
}

let drawer: Drawer | undefined;
/** Draws long papers. Its thread ends with the last of them, because it takes as much memory as the other. */
let longDrawer: Drawer | undefined;

const SAMPLE: LabelContent = {
  name: 'Blue Ridge Mist',
  lines: [{ text: 'Type: Hybrid • THCA: 24.6%' }, { text: '3.5 g • $40.00', strong: true }],
  barcode: { symbology: 'code128', text: 'FLW-001' },
};

/** Starts the thread and reads its fonts, so that the first paper takes as long as any other. */
export async function warmPdf(): Promise<void> {
  await drawPdf({
    pageSize: 'LETTER',
    defaultStyle: { font: 'Roboto' },
    content: ['Receipt', { text: 'Total', bold: true }],
  });
  const [template] = TEMPLATES;
  await drawPdf({
    title: 'Labels',
    template,
    look: { showBorders: true, showLogo: true },
    labels: [SAMPLE],
    pages: [[0]],
    ruler: null,
    calibration: NO_CALIBRATION,
  });
}

/** Draws a document in Roboto, normal and bold. The first one starts the thread. A long one is drawn beside the others. */
export async function drawPdf(paper: AnyPaper): Promise<Buffer> {
  const size = sizeOf(paper);
  if (size < LONG_SIZE) {
    drawer ??= new Drawer(() => (drawer = undefined));
    return drawer.draw(paper, size);
  }
  const gone = (): void => {
    longDrawer = undefined;
  };
  longDrawer ??= new Drawer(gone, () => {
    longDrawer?.end();
    gone();
  });
  return longDrawer.draw(paper, size);
}
