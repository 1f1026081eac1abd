import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';
import { expect, it } from 'vitest';
import { isInRoboto, textWidth } from '#domain/labels/letter-widths.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

interface Measured {
  readonly characterSet: readonly number[];
  readonly unitsPerEm: number;
  glyphForCodePoint: (codePoint: number) => { readonly advanceWidth: number };
}

it.each([
  ['regular', 'Roboto-Regular.ttf'],
  ['medium', 'Roboto-Medium.ttf'],
] as const)('labels are measured by the widths of the font file: %s', (weight, file) => {
  const font = openSync(join(fonts, file)) as unknown as Measured;
  const printable = font.characterSet.filter((code) => code >= 0x20 && code < 0xfb00);
  expect(printable.length).toBeGreaterThan(900);
  const wrong = printable.filter((code) => {
    const letter = String.fromCodePoint(code);
    const { advanceWidth } = font.glyphForCodePoint(code);
    return !isInRoboto(letter) || textWidth(letter, font.unitsPerEm, weight) !== advanceWidth;
  });
  expect(wrong).toEqual([]);
});
