/** Widths of the bars and gaps of a code in modules, beginning with a bar: the digits of a text. */
type Widths = string;

/** ISO/IEC 15417, table 1: the patterns of the values 0 to 105. */
const CODE_128: readonly Widths[] = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');
const STOP = '2331112';

/** The sets of characters that are used: B has printable ASCII, C pairs of digits. */
type CodeSet = 'B' | 'C';
/** The value that starts a code in a set, and the one that changes into it. */
const START: Record<CodeSet, number> = { B: 104, C: 105 };
const CHANGE: Record<CodeSet, number> = { B: 100, C: 99 };
const CHECK_MODULUS = 103;

/** The value of what a set encodes at a place, and its length; null if the set cannot encode it. */
function valueAt(text: string, place: number, set: CodeSet): { value: number; length: number } | null {
  if (set === 'B') return { value: text.charCodeAt(place) - 32, length: 1 };
  const pair = text.slice(place, place + 2);
  return /^\d\d$/.test(pair) ? { value: Number(pair), length: 2 } : null;
}

/** The values of the shortest code of a text of printable ASCII, without start, check and stop. */
function valuesOf(text: string): { start: CodeSet; values: readonly number[] } {
  /** The shortest values from a place on in each set, from the end of the text to its beginning. */
  const rest: Record<CodeSet, readonly number[]>[] = [];
  rest[text.length] = { B: [], C: [] };
  for (let place = text.length - 1; place >= 0; place -= 1) {
    const inSet = (set: CodeSet): readonly number[] | null => {
      const next = valueAt(text, place, set);
      return next && [next.value, ...(rest[place + next.length]?.[set] ?? [])];
    };
    const [b, c] = [inSet('B') ?? [], inSet('C')];
    const viaB = [CHANGE.B, ...b];
    const bestC = c !== null && c.length <= viaB.length ? c : viaB;
    const viaC = [CHANGE.C, ...bestC];
    rest[place] = { B: b.length <= viaC.length ? b : viaC, C: bestC };
  }
  const { B = [], C = [] } = rest[0] ?? {};
  return B.length <= C.length ? { start: 'B', values: B } : { start: 'C', values: C };
}

/** A text of printable ASCII as Code 128 (ISO/IEC 15417), as short as it can be. */
export function code128Widths(text: string): Widths {
  const { start, values } = valuesOf(text);
  const check = values.reduce((sum, value, place) => sum + value * (place + 1), START[start]) % CHECK_MODULUS;
  return [START[start], ...values, check].map((value) => CODE_128[value]).join('') + STOP;
}

/** The right-hand digits of EAN-13. On the left they are the same, or read backwards for even parity. */
const EAN_DIGITS = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ');
/** The parity of the left-hand digits, which carries the first one: "E" for even. */
const EAN_PARITY = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ');
const EDGE = '111';
const MIDDLE = '11111';

const backwards = (widths: Widths): Widths => Array.from(widths).reverse().join('');

/** Thirteen digits as EAN-13 (GS1 General Specifications 5.2). */
export function ean13Widths(digits: string): Widths {
  const [first = 0, ...others] = Array.from(digits, Number);
  const widths = others.map((digit) => EAN_DIGITS[digit] ?? '');
  const parity = EAN_PARITY[first] ?? '';
  const left = widths.slice(0, 6).map((digit, place) => (parity[place] === 'E' ? backwards(digit) : digit));
  return [EDGE, ...left, MIDDLE, ...widths.slice(6), EDGE].join('');
}
