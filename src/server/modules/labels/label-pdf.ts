import { fromWireTemplate, type labelsPdfRoute } from '#contract/labels.ts';
import type { BodyOf } from '#contract/route.ts';
import { pagesOf } from '#domain/labels/pages.ts';
import { checkTemplate, hasRuler, inPoints, type LabelTemplate, perPage, type Place } from '#domain/labels/template.ts';
import { TEMPLATE_WORDS } from '#domain/labels/template-words.ts';
import { drawPdf } from '#server/http/pdf/pdf.ts';
import { Refusal } from '#server/refusal.ts';

type Asked = BodyOf<typeof labelsPdfRoute>;

function rulerPlace(template: LabelTemplate): Place | null {
  if (!hasRuler(template)) return null;
  const { marginTopIn, marginLeftIn } = template.page;
  return { xPt: Math.max(inPoints(marginLeftIn), 18), yPt: inPoints(marginTopIn) / 2 + 4 };
}

/**
 * Labels on the pages of their template. Rule: labels/pdf. @throws Refusal `not_valid` for a template that cannot be printed
 */
export async function drawLabelSheet(asked: Asked): Promise<Buffer> {
  const checked = checkTemplate(fromWireTemplate('asked', asked.template));
  if (!checked.ok) throw new Refusal('not_valid', TEMPLATE_WORDS[checked.refused.code]);
  const template = checked.value;
  const cells = perPage(template);
  if (asked.start >= cells) throw new Refusal('not_valid', `A page has ${cells} labels, so none begins after them.`);
  const { offset_x_pt: offsetXPt, offset_y_pt: offsetYPt, scale } = asked.calibration;
  return drawPdf({
    title: `Labels, ${template.name}`,
    template,
    look: { showBorders: asked.show_borders, showLogo: asked.show_logo },
    labels: asked.labels,
    pages: pagesOf(
      asked.labels.map(({ copies }, label) => ({ label, count: copies })),
      cells,
      asked.start,
    ),
    ruler: asked.ruler ? rulerPlace(template) : null,
    calibration: { offsetXPt, offsetYPt, scale },
  });
}
