// The thread that draws PDFs, built as one file beside what was bundled.
// @ts-check
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { drawable, drawableNode, FONTS, LONGEST_WORD } from './pdf-fonts.js';
import { drawLabels } from './pdf-labels.js';

// Sales go first. On Linux this is the priority of this thread alone, elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(10);

pdfmake.setFonts(FONTS);
// Our papers are text: they fetch nothing and read nothing but their fonts.
const files = new Set(Object.values(FONTS).flatMap(({ normal, bold }) => [normal, bold]));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => files.has(path));

/** @param {import('./pdf.ts').Paper} paper */
async function draw({ pageFooter, content, ...rest }) {
  const definition = { ...rest, content: drawableNode(content) };
  const footer =
    pageFooter &&
    ((/** @type {number} */ page, /** @type {number} */ pages) => ({
      ...pageFooter,
      text: drawable(`${pageFooter.text}   Page ${page} of ${pages}`, LONGEST_WORD),
    }));
  return pdfmake.createPdf(footer ? { ...definition, footer } : definition).getBuffer();
}

/** @param {import('./drawing-thread.ts').DrawAnswer} said */
const answer = (said) => parentPort?.postMessage(said, []);

/** @param {import('./pdf.ts').AnyPaper} paper @returns {Promise<Uint8Array>} */
async function drawAny(paper) {
  return 'labels' in paper ? drawLabels(paper) : draw(paper);
}

parentPort?.on('message', (/** @type {import('./pdf.ts').AnyPaper} */ paper) => {
  drawAny(paper).then(
    (pdf) => answer({ pdf }),
    (/** @type {unknown} */ error) => answer({ error }),
  );
});
