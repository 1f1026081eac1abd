import { type BarsMark, type DrawnLabel, type LogoMark, type Mark, type TextMark } from './layout.ts';
import { POINTS_PER_INCH } from './template.ts';

/** Dots an inch that label printers have. */
export const PRINTER_DPIS = [203, 300, 600] as const;
export type PrinterDpi = (typeof PRINTER_DPIS)[number];

const BORDER_PT = 0.5;
/** The largest that `^PQ` takes. */
const MOST_COPIES = 99_999_999;

/**
 * A text as the data of a field after `^FH_`: what a printer takes for a command, and control characters, are hexadecimal. With
 * `^CI28` other letters are UTF-8. "Blue ^XA Dream" stays text.
 */
export function zplText(text: string): string {
  return text.replace(/[\^~_\p{Cc}]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return `_${code.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/** A filled box, in dots. */
const box = (x: number, y: number, width: number, height: number, colour = 'B'): string =>
  `^FO${x},${y}^GB${width},${height},${Math.min(width, height)},${colour}^FS`;

/**
 * The scalable font of the printer at the size of the layout, from its baseline. It is condensed, hence never wider than the
 * Roboto that the layout measured.
 */
function textField({ xPt, baselinePt, sizePt, text }: TextMark, dots: (points: number) => number): string {
  const size = Math.max(dots(sizePt), 1);
  return `^FT${dots(xPt)},${dots(baselinePt)}^A0N,${size},${size}^FH_^FD${zplText(text)}^FS`;
}

/** The same bars as everywhere (decision 70), each a whole number of dots wide. */
function barFields(
  { xPt, yPt, modulePt, rowPt, black, barcode }: BarsMark,
  dots: (points: number) => number,
): string[] {
  const moduleDots = Math.max(dots(modulePt), 1);
  const rowDots = barcode.symbology === 'qr' ? moduleDots : Math.max(dots(rowPt), 1);
  const [left, top] = [dots(xPt), dots(yPt)];
  return black.map(({ x, y, width }) => box(left + x * moduleDots, top + y * rowDots, width * moduleDots, rowDots));
}

/** The mark of the product: a square with its letter in white. */
function logoFields({ xPt, yPt, sizePt }: LogoMark, dots: (points: number) => number): string[] {
  const unit = sizePt / 32;
  const white = (x: number, y: number, width: number, height: number) =>
    box(
      dots(xPt + x * unit),
      dots(yPt + y * unit),
      Math.max(dots(width * unit), 1),
      Math.max(dots(height * unit), 1),
      'W',
    );
  return [
    box(dots(xPt), dots(yPt), dots(sizePt), dots(sizePt)),
    white(8, 9, 16, 3),
    white(14.5, 9, 3, 14),
    white(11, 21.5, 10, 3),
  ];
}

function fieldsOf(mark: Mark, dots: (points: number) => number): string[] {
  switch (mark.kind) {
    case 'text':
      return [textField(mark, dots)];
    case 'bars':
      return barFields(mark, dots);
    case 'logo':
      return logoFields(mark, dots);
  }
}

/** The setting of one label printer. */
export interface PrinterSetting {
  readonly dpi: PrinterDpi;
  /** Everything is printed that far to the right and down, in inches. */
  readonly offsetXIn: number;
  readonly offsetYIn: number;
  /** 0 to 30; null leaves it to the printer. */
  readonly darkness: number | null;
}

const topOf = (mark: Mark): number => (mark.kind === 'text' ? mark.baselinePt - mark.sizePt : mark.yPt);

/** Moves all marks of a label together, at most to its left and its top edge: fields cannot begin before them. */
function shifted(label: DrawnLabel, { offsetXIn, offsetYIn }: Pick<PrinterSetting, 'offsetXIn' | 'offsetYIn'>): Mark[] {
  const right = Math.max(offsetXIn * POINTS_PER_INCH, -Math.min(...label.marks.map(({ xPt }) => xPt)));
  const down = Math.max(offsetYIn * POINTS_PER_INCH, -Math.min(...label.marks.map(topOf)));
  return label.marks.map((mark) =>
    mark.kind === 'text'
      ? { ...mark, xPt: mark.xPt + right, baselinePt: mark.baselinePt + down }
      : { ...mark, xPt: mark.xPt + right, yPt: mark.yPt + down },
  );
}

/** The darkness from here on. It holds until it is set again, so it stands before the first label. */
export const darknessOf = ({ darkness }: PrinterSetting): string =>
  darkness === null ? '' : `~SD${String(darkness).padStart(2, '0')}\n`;

/**
 * A label in ZPL II, for a printer with this many dots an inch. It must be laid out for those dots (`layoutLabel`).
 * Rule: labels/zpl.
 */
export function zplOf(
  label: DrawnLabel,
  copies: number,
  { dpi, offsetXIn, offsetYIn }: Omit<PrinterSetting, 'darkness'>,
): string {
  const dots = (points: number) => Math.round((points * dpi) / POINTS_PER_INCH);
  const [width, height] = [dots(label.widthPt), dots(label.heightPt)];
  const [left, top] = [offsetXIn, offsetYIn].map((inches) => Math.max(dots(inches * POINTS_PER_INCH), 0));
  const border = `^FO${left},${top}^GB${width},${height},${Math.max(dots(BORDER_PT), 1)},B^FS`;
  return [
    '^XA^CI28',
    `^PW${width}^LL${height}^LH0,0`,
    ...(label.bordered ? [border] : []),
    ...shifted(label, { offsetXIn, offsetYIn }).flatMap((mark) => fieldsOf(mark, dots)),
    `^PQ${Math.min(Math.max(Math.trunc(copies), 1), MOST_COPIES)}`,
    '^XZ',
  ].join('\n');
}

/** The labels that a format of `zplOf` prints. */
export const copiesIn = (format: string): number => Number(/\^PQ(\d+)/.exec(format)?.[1] ?? 1);

/** A printer that prints where it should. */
export const unmoved = (dpi: PrinterDpi): PrinterSetting => ({ dpi, offsetXIn: 0, offsetYIn: 0, darkness: null });
