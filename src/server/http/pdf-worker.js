// The thread that draws PDFs. Plain JavaScript, for Node itself loads it: from here, or built, beside what was bundled.
// @ts-check
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
pdfmake.setFonts({
  Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
});
// Our papers are text: they fetch nothing and read nothing but their font.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

/** @param {import('./pdf.ts').Paper} paper */
async function draw({ pageFooter, ...definition }) {
  const footer =
    pageFooter &&
    ((/** @type {number} */ page, /** @type {number} */ pages) => ({
      ...pageFooter,
      text: `${pageFooter.text}   Page ${page} of ${pages}`,
    }));
  return pdfmake.createPdf(footer ? { ...definition, footer } : definition).getBuffer();
}

/** @param {import('./pdf.ts').DrawAnswer} said */
const answer = (said) => parentPort?.postMessage(said, []);

parentPort?.on('message', (/** @type {import('./pdf.ts').Paper} */ paper) => {
  draw(paper).then(
    (pdf) => answer({ pdf }),
    (/** @type {unknown} */ error) => answer({ error }),
  );
});
