import type { ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Calibration, NO_CALIBRATION } from '#domain/labels/calibration.ts';
import type { LabelContent, LabelLook } from '#domain/labels/layout.ts';
import type { Page } from '#domain/labels/pages.ts';
import { type LabelTemplate, type Place, TEMPLATES } from '#domain/labels/template.ts';
import { callerNow } from '#server/db/pool/caller.ts';
import { Refusal } from '#server/refusal.ts';
import { DrawingThread } from './drawing-thread.ts';

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

/** A paper of this size takes seconds, and one of thousands of rows a minute. Others do not wait for it. */
const LONG_SIZE = 200_000;

/** The file of a customer with some 13,000 orders, which takes a minute and 600 MB. */
const MOST_SIZE = 3_000_000;

/** Draws short papers, of a few seconds each. One that takes a minute hangs. */
const thread = new DrawingThread({ mostWaiting: 20, retryAfterS: 5, longestS: 60 }, false);
/** Draws long papers. Its thread takes as much memory as the other, and much more as it draws. */
const longThread = new DrawingThread({ mostWaiting: 3, retryAfterS: 60, longestS: 600 }, true);

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

/**
 * Draws a document in Roboto, normal and bold. The first one starts the thread. A long one is drawn beside the others, and no longer
 * than somebody waits for it.
 * @param instead tells people what to do with one that is too long
 * @throws Refusal `too_many_requests`, `paper_too_long`
 */
export async function drawPdf(paper: AnyPaper, instead = 'Split it into parts.'): Promise<Buffer> {
  const size = sizeOf(paper);
  const tooLong = (cause?: Error) =>
    new Refusal('paper_too_long', `This is too long for one PDF. ${instead}`, { cause });
  if (size > MOST_SIZE) throw tooLong();
  return (size < LONG_SIZE ? thread : longThread).draw({ paper, size, tooLong }, callerNow()?.signal);
}
