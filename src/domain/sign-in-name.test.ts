import { expect, it } from 'vitest';
import { isVisibleName, signInName } from './sign-in-name.ts';

it.each([
  ['ADA', 'ada'],
  ['  Ada ', 'ada'],
  ['Ａｄａ', 'ada'],
  ['a\u200bd\u00ada\ufeff', 'ada'],
  ['Zoe\u0308', 'zo\u00eb'],
  ['Zoë', 'zo\u00eb'],
  ['İpek', 'i̇pek'],
  ['ΑΛΕΞΙΣ', 'αλεξισ'],
  ['STRAẞE', 'strasse'],
  ['ada\u00a0 lee', 'ada lee'],
  ['ﬁona', 'fiona'],
])('takes %j for the name %j', (written, name) => {
  expect(signInName(written)).toBe(name);
  expect(signInName(name)).toBe(name);
});

it('keeps names apart that look different', () => {
  expect(signInName('zoe')).not.toBe(signInName('zoë'));
  expect(signInName('ada.lee')).not.toBe(signInName('adalee'));
});

it('gives nobody a name with characters that cannot be seen, or with nothing else', () => {
  expect(['ada', 'Zoë Ahl', 'İpek', 'ada@shop.example'].filter((name) => !isVisibleName(name))).toEqual([]);
  expect(['', '  ', '\u200b', 'ad\u200ba', 'ad\u202ea', 'ada\u0007', '\u3164'].filter(isVisibleName)).toEqual([]);
});
