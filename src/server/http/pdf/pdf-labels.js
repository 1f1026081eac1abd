// Draws pages of labels at the places that `domain/labels` gives them. Plain JavaScript, as the thread that draws.
// @ts-check
import PDFDocument from 'pdfkit';
import { layoutLabel } from '#domain/labels/layout.ts';
import { cellsOf, inPoints } from '#domain/labels/template.ts';
import { drawable, FONTS } from './pdf-fonts.js';

/** @typedef {import('./pdf.ts').LabelPaper} LabelPaper */
/** @typedef {import('#domain/labels/layout.ts').DrawnLabel} DrawnLabel */
/** @typedef {import('#domain/labels/layout.ts').TextMark} TextMark */
/** @typedef {PDFKit.PDFDocument} Doc */

const BORDER_PT = 0.5;
/** Words stay whole: the layout broke the lines. */
const NEVER_BROKEN = Infinity;
const REGULAR = 'Label regular';
const MEDIUM = 'Label medium';

/**
 * Sets Roboto letter by letter, as the layout measured it: without kerning, and without the shaping that takes most of the time.
 * @param {Doc} doc
 * @param {string} name
 */
function setUnshaped(doc, name) {
  doc.font(name);
  const embedded =
    /** @type {{ font: { glyphForCodePoint(code: number): { advanceWidth: number } }, scale: number, layout: unknown }} */ (
      /** @type {{ _font: unknown }} */ (/** @type {unknown} */ (doc))._font
    );
  embedded.layout = (/** @type {string} */ text) => {
    const glyphs = Array.from(text, (letter) => embedded.font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth * embedded.scale,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
      advanceWidth: advanceWidth * embedded.scale,
    }));
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
}

/** @param {Doc} doc @param {TextMark} mark */
function drawText(doc, mark) {
  const own = mark.weight === 'medium' ? MEDIUM : REGULAR;
  const text = drawable(mark.text, NEVER_BROKEN);
  const runs = typeof text === 'string' ? [{ text, font: own }] : text.map((run) => ({ font: own, ...run }));
  const widths = runs.map((run) => doc.font(run.font).fontSize(mark.sizePt).widthOfString(run.text));
  const widthPt = widths.reduce((sum, width) => sum + width, 0);
  // Letters of another font may be wider than the layout took them for.
  const narrowed = widthPt > mark.widthPt * 1.0001 ? mark.widthPt / widthPt : 1;
  doc.save().translate(mark.xPt, mark.baselinePt);
  if (narrowed < 1) doc.scale(narrowed, 1);
  let xPt = 0;
  for (const [place, run] of runs.entries()) {
    doc.font(run.font).fontSize(mark.sizePt).text(run.text, xPt, 0, { lineBreak: false, baseline: 'alphabetic' });
    xPt += widths[place] ?? 0;
  }
  doc.restore();
}

/** @param {Doc} doc @param {DrawnLabel['marks'][number]} mark */
function drawMark(doc, mark) {
  switch (mark.kind) {
    case 'text':
      return drawText(doc, mark);
    case 'bars':
      for (const { x, y, width } of mark.black) {
        doc.rect(mark.xPt + x * mark.modulePt, mark.yPt + y * mark.rowPt, width * mark.modulePt, mark.rowPt);
      }
      doc.fill('black');
      return;
    case 'logo':
      doc
        .save()
        .translate(mark.xPt, mark.yPt)
        .scale(mark.sizePt / 32);
      doc.roundedRect(0, 0, 32, 32, 8).fill('black');
      doc.path('M8 10.5h16M16 10.5V23M11 23h10').lineWidth(3).lineCap('round').stroke('white');
      doc.restore().fillColor('black');
  }
}

/** @param {Doc} doc @param {DrawnLabel} label */
function drawLabel(doc, label) {
  if (label.bordered) {
    const inside = BORDER_PT / 2;
    doc
      .roundedRect(inside, inside, label.widthPt - BORDER_PT, label.heightPt - BORDER_PT, label.cornerPt)
      .lineWidth(BORDER_PT)
      .stroke('black');
  }
  const { xPt, yPt, widthPt, heightPt } = label.safe;
  doc.save().rect(xPt, yPt, widthPt, heightPt).clip();
  for (const mark of label.marks) drawMark(doc, mark);
  doc.restore();
}

/** An inch to hold a ruler against, above the labels. @param {Doc} doc @param {{ xPt: number, yPt: number }} at */
function drawRuler(doc, { xPt, yPt }) {
  doc.save().translate(xPt, yPt).lineWidth(0.5);
  doc.moveTo(0, 0).lineTo(72, 0).stroke('black');
  for (let eighth = 0; eighth <= 8; eighth += 1) {
    doc.moveTo(eighth * 9, 0).lineTo(eighth * 9, eighth % 4 === 0 ? -6 : -3);
  }
  doc.stroke('black');
  doc
    .font(REGULAR)
    .fontSize(7)
    .text('1 inch. Print at actual size.', 78, 0, { lineBreak: false, baseline: 'alphabetic' });
  doc.restore();
}

/** @param {LabelPaper} paper @returns {Promise<Buffer>} */
export function drawLabels({ title, template, look, labels, pages, ruler, calibration }) {
  const [widthPt, heightPt] = [inPoints(template.page.widthIn), inPoints(template.page.heightIn)];
  const cells = cellsOf(template);
  /** The label that was laid out last: copies of one stay together. @type {{ place: number, drawn: DrawnLabel } | null} */
  let last = null;
  const drawnAt = (/** @type {number} */ place) => {
    const content = labels[place];
    if (last?.place !== place && content) last = { place, drawn: layoutLabel(template, content, look) };
    return last?.drawn;
  };
  const doc = new PDFDocument({ autoFirstPage: false, info: { Title: title, Producer: 'Tillwright' } });
  /** @type {Buffer[]} */
  const parts = [];
  const whole = new Promise((done, fail) => {
    doc.on('data', (/** @type {Buffer} */ part) => parts.push(part));
    doc.on('end', () => done(undefined));
    doc.on('error', fail);
  });
  for (const [name, { normal }] of Object.entries(FONTS)) doc.registerFont(name, normal);
  doc.registerFont(REGULAR, FONTS.Roboto.normal).registerFont(MEDIUM, FONTS.Roboto.bold);
  setUnshaped(doc, REGULAR);
  setUnshaped(doc, MEDIUM);
  for (const page of pages) {
    doc.addPage({ size: [widthPt, heightPt], margin: 0 }).fillColor('black');
    doc.save().translate(calibration.offsetXPt, calibration.offsetYPt).scale(calibration.scale);
    if (ruler) drawRuler(doc, ruler);
    for (const [cell, place] of page.entries()) {
      const at = cells[cell];
      const label = place === null ? undefined : drawnAt(place);
      if (!at || !label) continue;
      doc.save().translate(at.xPt, at.yPt);
      drawLabel(doc, label);
      doc.restore();
    }
    doc.restore();
  }
  doc.end();
  return whole.then(() => Buffer.concat(parts));
}
