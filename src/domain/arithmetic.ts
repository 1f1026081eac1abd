import { accept, refuse, type Result } from './result.ts';

/** A fraction in lowest form; the lower part is above zero. Figures of money stay exact. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Digits of a figure: enough for any sum of a shop, and few enough to stay quick. */
const MOST_DIGITS = 60;
const MOST_DEPTH = 50;

class NotANumber extends Error {}

function divisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

function fraction(over: bigint, under: bigint): Fraction {
  if (under === 0n) throw new NotANumber('Nothing can be divided by zero.');
  const by = divisor(over, under) * (under < 0n ? -1n : 1n);
  const reduced = { over: over / by, under: under / by };
  if (String(reduced.over).length + String(reduced.under).length > 2 * MOST_DIGITS)
    throw new NotANumber('The figures are too large.');
  return reduced;
}

function figure(text: string): Fraction {
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.');
  return fraction(BigInt(whole + decimals || '0'), 10n ** BigInt(decimals.length));
}

const TOKEN = /\s*(?:((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)|([-+*/()%]))/y;

function tokensOf(expression: string): string[] {
  const text = expression
    .replaceAll(/[$×·]/g, (sign) => (sign === '$' ? '' : '*'))
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .trim();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new NotANumber(`“${text.slice(at, at + 20)}” is not a figure or a sign.`);
    tokens.push(found[1] ?? found[2] ?? '');
  }
  return tokens;
}

/** Sums of products of factors, by recursive descent. */
class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  whole(): Fraction {
    const value = this.sum();
    if (this.at < this.tokens.length) throw new NotANumber(`“${this.tokens[this.at]}” is not expected there.`);
    return value;
  }

  private take(...wanted: readonly string[]): string | null {
    const token = this.tokens[this.at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.at += 1;
    return token;
  }

  private sum(): Fraction {
    let value = this.product();
    for (let sign = this.take('+', '-'); sign !== null; sign = this.take('+', '-')) {
      const next = this.product();
      const by = sign === '+' ? next.over : -next.over;
      value = fraction(value.over * next.under + by * value.under, value.under * next.under);
    }
    return value;
  }

  private product(): Fraction {
    let value = this.factor();
    for (let sign = this.take('*', '/'); sign !== null; sign = this.take('*', '/')) {
      const next = this.factor();
      value =
        sign === '*'
          ? fraction(value.over * next.over, value.under * next.under)
          : fraction(value.over * next.under, value.under * next.over);
    }
    return value;
  }

  private factor(): Fraction {
    this.depth += 1;
    if (this.depth > MOST_DEPTH) throw new NotANumber('There are too many brackets.');
    const value = this.signed();
    this.depth -= 1;
    return this.take('%') === null ? value : fraction(value.over, value.under * 100n);
  }

  private signed(): Fraction {
    if (this.take('-') !== null) {
      const { over, under } = this.factor();
      return { over: -over, under };
    }
    if (this.take('+') !== null) return this.factor();
    if (this.take('(') !== null) {
      const inner = this.sum();
      if (this.take(')') === null) throw new NotANumber('A bracket is not closed.');
      return inner;
    }
    const token = this.tokens[this.at];
    if (token === undefined) throw new NotANumber('The expression ends too early.');
    if (!/^[\d.]/.test(token)) throw new NotANumber(`“${token}” is not expected there.`);
    this.at += 1;
    return figure(token);
  }
}

/** Half away from zero, as prices are rounded. */
function rounded({ over, under }: Fraction, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const [size, sign] = over < 0n ? [-over, '-'] : [over, ''];
  const units = (2n * size * scale + under) / (2n * under);
  const text = String(units).padStart(decimals + 1, '0');
  const point = text.length - decimals;
  const written = decimals === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return units === 0n ? written : `${sign}${written}`;
}

/** The result of an expression of figures, + - * / %, and brackets. It is exact and rounded only at the end. */
export function calculated(
  expression: string,
  decimals: number,
): Result<string, { code: 'no_figure'; sentence: string }> {
  try {
    return accept(rounded(new Reader(tokensOf(expression)).whole(), decimals));
  } catch (error) {
    if (error instanceof NotANumber) return refuse({ code: 'no_figure', sentence: error.message });
    throw error;
  }
}
