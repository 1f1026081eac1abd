import {
  type DrawnLabel,
  type LabelContent,
  type LabelLook,
  layoutLabel,
  type LayoutWarning,
} from '#domain/labels/layout.ts';
import { type Calibration, NO_CALIBRATION } from '#domain/labels/calibration.ts';
import { type Page, pagesOf } from '#domain/labels/pages.ts';
import { cellsOf, inPoints, type LabelTemplate, perPage, type Place } from '#domain/labels/template.ts';

interface LaidOut {
  readonly template: LabelTemplate;
  readonly showLogo: boolean;
  readonly drawn: DrawnLabel;
}

/** A layout lasts as long as its content: preview and print share it, and borders change nothing of it. */
const laidOut = new WeakMap<LabelContent, LaidOut>();

function layOut(template: LabelTemplate, content: LabelContent, { showLogo, showBorders }: LabelLook): DrawnLabel {
  const before = laidOut.get(content);
  const isSame = before?.template === template && before.showLogo === showLogo;
  const drawn = isSame ? before.drawn : layoutLabel(template, content, { showLogo, showBorders });
  if (!isSame) laidOut.set(content, { template, showLogo, drawn });
  return drawn.bordered === showBorders ? drawn : { ...drawn, bordered: showBorders };
}

/** Labels that are laid out when they are first asked for: an import has thousands, and a page shows thirty. */
class LabelsOfSheet {
  readonly count: number;
  private readonly layOut: (index: number) => DrawnLabel | undefined;
  private readonly drawn = new Map<number, DrawnLabel | undefined>();

  constructor(count: number, layOut: (index: number) => DrawnLabel | undefined) {
    this.count = count;
    this.layOut = layOut;
  }

  at(index: number): DrawnLabel | undefined {
    if (!this.drawn.has(index)) this.drawn.set(index, this.layOut(index));
    return this.drawn.get(index);
  }
}

/** Pages of labels, ready to be drawn. Units: points. */
export interface Sheet {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly cells: readonly Place[];
  /** The different labels. Pages refer to them by index. */
  readonly labels: LabelsOfSheet;
  readonly pages: readonly Page[];
  /** The correction for the printer. The preview does not show it. */
  readonly calibration: Calibration;
}

interface Copied {
  readonly content: LabelContent;
  readonly copies: number;
}

export function sheetOf(
  template: LabelTemplate,
  items: readonly Copied[],
  look: LabelLook,
  start: number,
  calibration = NO_CALIBRATION,
): Sheet {
  return {
    widthPt: inPoints(template.page.widthIn),
    heightPt: inPoints(template.page.heightIn),
    cells: cellsOf(template),
    labels: new LabelsOfSheet(items.length, (index) => {
      const item = items[index];
      return item && layOut(template, item.content, look);
    }),
    pages: pagesOf(
      items.map(({ copies }, label) => ({ label, count: copies })),
      perPage(template),
      start,
    ),
    calibration,
  };
}

/** The same pages as on the screen: with samples, and without the correction for the printer. */
export function previewOf(
  sheet: Sheet,
  template: LabelTemplate,
  items: readonly { sampled: () => LabelContent }[],
  look: LabelLook,
): Sheet {
  const labels = new LabelsOfSheet(items.length, (index) => {
    const item = items[index];
    return item && layOut(template, item.sampled(), look);
  });
  return { ...sheet, labels, calibration: NO_CALIBRATION };
}

/** Labels by the compromise made on them, by index. */
export type Warnings = ReadonlyMap<LayoutWarning, readonly number[]>;

/** Looks at the labels one after the other, a step for each, and returns the compromises on them. */
export function* lookForWarnings({ labels }: Sheet): Generator<undefined, Warnings> {
  const found = new Map<LayoutWarning, number[]>();
  for (let place = 0; place < labels.count; place += 1) {
    for (const warning of labels.at(place)?.warnings ?? []) {
      const places = found.get(warning);
      if (places) places.push(place);
      else found.set(warning, [place]);
    }
    yield;
  }
  return found;
}
