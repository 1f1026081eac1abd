import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

async function loadPdfmake() {
  const { default: pdfmake } = await import('pdfmake');
  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
  pdfmake.setFonts({
    Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
  });
  // Our papers are text: they fetch nothing and read nothing but their font.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));
  return pdfmake;
}

let loading: ReturnType<typeof loadPdfmake> | undefined;

/** Draws a document in Roboto, normal and bold. The library is loaded when the first one is asked for. */
export async function drawPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  loading ??= loadPdfmake();
  const pdfmake = await loading;
  return pdfmake.createPdf(definition).getBuffer();
}

/** Sends a PDF to look at; `name` is that of the file when it is kept, without its ending. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${name.replace(/[^\w-]/g, '')}.pdf"`)
    .send(pdf);
}
