import { checkTemplate, type LabelTemplate } from '#domain/labels/template.ts';
import { TEMPLATE_WORDS } from '#domain/labels/template-words.ts';
import { accept, refuse, type Result } from '#domain/result.ts';
import { readDecimal } from '#domain/typed.ts';

/** The measures in the form, in inches, with their labels. */
export const INCH_FIELDS = {
  pageWidth: 'Page width',
  pageHeight: 'Page height',
  left: 'Left margin',
  top: 'Top margin',
  labelWidth: 'Label width',
  labelHeight: 'Label height',
  pitchAcross: 'Horizontal pitch',
  pitchDown: 'Vertical pitch',
  corner: 'Corner radius',
  padding: 'Safe padding',
} as const;
export type InchField = keyof typeof INCH_FIELDS;

/** The form of a template, as typed. */
export interface TemplateFields extends Record<InchField, string> {
  readonly name: string;
  readonly size: 'letter' | 'roll';
  readonly columns: string;
  readonly rows: string;
  readonly textSize: string;
  readonly lineHeight: string;
  readonly align: 'left' | 'center';
}
export type TemplateField = keyof TemplateFields;

/** The fields of sheets only. A roll has one label per page, so its page, margins and grid follow from the label. */
export const SHEET_FIELDS: ReadonlySet<string> = new Set([
  'pageWidth',
  'pageHeight',
  'left',
  'top',
  'pitchAcross',
  'pitchDown',
  'columns',
  'rows',
]);

const figure = (inches: number): string => String(Math.round(inches * 100_000) / 100_000);

export function fieldsOf({ name, page, grid, style, text }: LabelTemplate): TemplateFields {
  return {
    name,
    size: page.size,
    pageWidth: figure(page.widthIn),
    pageHeight: figure(page.heightIn),
    left: figure(page.marginLeftIn),
    top: figure(page.marginTopIn),
    labelWidth: figure(grid.labelWidthIn),
    labelHeight: figure(grid.labelHeightIn),
    pitchAcross: figure(grid.horizontalPitchIn),
    pitchDown: figure(grid.verticalPitchIn),
    corner: figure(style.cornerRadiusIn),
    padding: figure(style.safePaddingIn),
    columns: String(grid.columns),
    rows: String(grid.rows),
    textSize: String(text.sizePt),
    lineHeight: String(text.lineHeightEm),
    align: text.align,
  };
}

/** Reads "2.625", "2 5/8" or "5/8" as inches; null for anything else. */
export function inchesOf(typed: string): number | null {
  const text = typed.trim();
  const read = readDecimal(text, { decimals: 5, most: 99.99999 });
  if (read.ok) return read.value;
  const [, whole = '0', over, under] = /^(?:(\d{1,2}) +)?(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  if (over === undefined || Number(under) === 0) return null;
  return Number(whole) + Number(over) / Number(under);
}

export interface WrongField {
  readonly code: 'wrong_field';
  /** Null if several measures together do not fit. */
  readonly field: TemplateField | null;
  readonly sentence: string;
}

/** Makes a template from the fields. @param id of the template, or '' for a new one */
export function readTemplate(id: string, fields: TemplateFields): Result<LabelTemplate, WrongField> {
  const isRoll = fields.size === 'roll';
  const wrong = (field: TemplateField, sentence: string) =>
    refuse<WrongField>({ code: 'wrong_field', field, sentence });
  if (fields.name.trim() === '') return wrong('name', 'Please enter a name for the template.');
  const read = {} as Record<InchField, number>;
  for (const field of Object.keys(INCH_FIELDS) as InchField[]) {
    if (isRoll && SHEET_FIELDS.has(field)) continue;
    const inches = inchesOf(fields[field]);
    if (inches === null) return wrong(field, 'Type inches, as 2.625 or 2 5/8.');
    read[field] = inches;
  }
  for (const field of ['columns', 'rows'] as const) {
    if (!isRoll && !/^[1-9]\d{0,2}$/.test(fields[field].trim())) return wrong(field, 'Type a whole number from 1.');
  }
  for (const field of ['textSize', 'lineHeight'] as const) {
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(fields[field].trim())) return wrong(field, 'Type a number, as 9 or 1.2.');
  }
  const { labelWidth, labelHeight } = read;
  const checked = checkTemplate({
    id,
    name: fields.name.trim(),
    page: isRoll
      ? { size: 'roll', widthIn: labelWidth, heightIn: labelHeight, marginLeftIn: 0, marginTopIn: 0 }
      : {
          size: 'letter',
          widthIn: read.pageWidth,
          heightIn: read.pageHeight,
          marginLeftIn: read.left,
          marginTopIn: read.top,
        },
    grid: {
      rows: isRoll ? 1 : Number(fields.rows),
      columns: isRoll ? 1 : Number(fields.columns),
      horizontalPitchIn: isRoll ? labelWidth : read.pitchAcross,
      verticalPitchIn: isRoll ? labelHeight : read.pitchDown,
      labelWidthIn: labelWidth,
      labelHeightIn: labelHeight,
    },
    style: { cornerRadiusIn: read.corner, safePaddingIn: read.padding },
    text: { sizePt: Number(fields.textSize), lineHeightEm: Number(fields.lineHeight), align: fields.align },
  });
  return checked.ok
    ? accept(checked.value)
    : refuse<WrongField>({ code: 'wrong_field', field: null, sentence: TEMPLATE_WORDS[checked.refused.code] });
}
