import { expect, it } from 'vitest';
import { namesInText } from './names-in-text.ts';

const NAMES = [
  'Ada Quimby',
  'Roselle',
  "Seán O'Brien",
  'Łucja von Zażółć',
  'Jan Feb',
  'May',
  'Cash',
  'Bo & Cy Smith-Jones',
];

it.each([
  ['data: [{"name":"Ada Quimby","spent":12}]', ['Ada Quimby']],
  ['name,orders\nADA QUIMBY,3\n', ['Ada Quimby']],
  ['<td>Quimby, Ada</td>', ['Ada Quimby']],
  ['<li>Ada&#32;&nbsp;Quimby', ['Ada Quimby']],
  ['const buyers = ["Se\\u00e1n O\\\'Brien"]', ["Seán O'Brien"]],
  ['<td>Se&#xe1;n O&#39;Brien</td><td>O&apos;Brien, Sean</td>', ["Seán O'Brien"]],
  ['| Lucja von Zazolc | 4 |', ['Łucja von Zażółć']],
  ['<td>von Zazolc, Lucja</td>', ['Łucja von Zażółć']],
  ['["Roselle", 4]', ['Roselle']],
  ['- Roselle\n- Other', ['Roselle']],
  ['Ada\n  Quimby, **Ada** **Quimby**', ['Ada Quimby']],
  ["<b>Ada</b>{' '}<b>Quimby</b>", ['Ada Quimby']],
  ['<i title="Ada Quimby">', ['Ada Quimby']],
  ['"A\\u{64}a\\x20Quimby"', ['Ada Quimby']],
  ['Bo &amp; Cy Smith-Jones', ['Bo & Cy Smith-Jones']],
  [`["Jan", "Feb"], ['Jan', 'Feb'], ["Jan","Feb"], Jan,Feb | Jan | Feb`, []],
  ['Jan: 4, Feb: 5\nJan,4\nFeb,5\nJan-Feb jan.feb - Jan\n- Feb', []],
  ['if (jan < 5 && 4 > feb) {}', []],
  ['["May", "Cash"]', []],
  ['alert("Best:\\nAda Quimby\\nBob")', ['Ada Quimby']],
  ['<td>Ada</td><td>Quimby</td>', ['Ada Quimby']],
  ['<b>Ada</b>&ensp;Quimby, Se&aacute;n O&rsquo;Brien', ['Ada Quimby', "Seán O'Brien"]],
  ['<th>Roselle Gold</th><style>p { color: roselle }</style>', []],
  ['Nevada Quimbys, Ada and Quimby', []],
  ['\\ud800 &#999999; &#xfffff;', []],
])('finds the customers in %s', (code, found) => {
  expect(namesInText(code, NAMES)).toEqual(found);
});

it.each([
  ["Ada Quimby's orders, Ada Quimby’s cart", ['Ada Quimby']],
  ['Sold to Sammy Davis, Jr. and J.R.  Smith', ['J.R. Smith', 'Sammy Davis, Jr.']],
  ['<td>ADA (Addie)\nQuimby</td><td>A&amp;B Stores</td>', ['Ada (Addie) Quimby', 'A&B Stores']],
  ['["Ada Quimby - VIP"]', ['Ada Quimby', 'Ada Quimby - VIP']],
  ["Bob's Diner, Line Break", ['Line\nBreak', "Bob's Diner"]],
  ['<a href="#ada-quimby">', ['Ada Quimby']],
  ['A&shy;da Quim\u200bby', ['Ada Quimby']],
  ['J, R, Smith; A, B, Stores; Davis (Jr.)', []],
])('finds names as they are stored, and whose things they are, in %s', (code, found) => {
  const stored = ['Line\nBreak', 'J.R. Smith', 'Sammy Davis, Jr.', 'Ada (Addie) Quimby', 'A&B Stores', "Bob's Diner"];
  const all = ['Ada Quimby', ...stored, 'Ada Quimby - VIP'];
  expect(namesInText(code, all)).toEqual(all.filter((name) => found.includes(name)));
});

it('finds nobody by a name without letters', () => {
  expect(namesInText('"", "—", x', ['', ' ', '—'])).toEqual([]);
});

it('looks for all the names of many cards in the largest artifact', () => {
  const many = Array.from({ length: 20_000 }, (_, place) => `Given${place} Family`);
  expect(namesInText('word '.repeat(52_000), [...many, 'Ada Quimby'])).toEqual([]);
});
