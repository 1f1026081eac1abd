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

/** Pages of labels, ready to be drawn. Units: points. */
export interface Sheet {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly cells: readonly Place[];
  /** The different labels. Pages refer to them by index. */
  readonly labels: readonly DrawnLabel[];
  readonly pages: readonly Page[];
  /** The correction for the printer. The preview does not show it. */
  readonly calibration: Calibration;
}

export interface Copied {
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
    labels: items.map(({ content }) => layoutLabel(template, content, look)),
    pages: pagesOf(
      items.map(({ copies }, label) => ({ label, count: copies })),
      perPage(template),
      start,
    ),
    calibration,
  };
}

/** The compromises on these labels, each listed once with the indexes of its labels. */
export function warningsOf(labels: readonly DrawnLabel[]): ReadonlyMap<LayoutWarning, readonly number[]> {
  const found = new Map<LayoutWarning, number[]>();
  for (const [place, { warnings }] of labels.entries()) {
    for (const warning of warnings) found.set(warning, [...(found.get(warning) ?? []), place]);
  }
  return found;
}
