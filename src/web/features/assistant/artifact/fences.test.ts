import { describe, expect, it } from 'vitest';
import { fencedArtifacts, titleIn } from './fences.ts';

describe('the artifacts of an answer', () => {
  it('are its blocks of code that can be shown', () => {
    const text = 'Here:\n```html\n<h1>Low stock</h1>\n```\nand\n```sql\nselect 1\n```\n~~~chart\n{}\n~~~\n';
    expect(fencedArtifacts(text)).toEqual([
      { type: 'html', language: 'html', code: '<h1>Low stock</h1>', isWhole: true },
      { type: 'chart', language: 'chart', code: '{}', isWhole: true },
    ]);
  });

  it('show while their code arrives', () => {
    expect(fencedArtifacts('```jsx\nexport default () => {\n  return `a')).toEqual([
      { type: 'react', language: 'jsx', code: 'export default () => {\n  return `a', isWhole: false },
    ]);
    expect(fencedArtifacts('``')).toEqual([]);
  });

  it('may hold shorter fences', () => {
    expect(fencedArtifacts('````markdown\n```js\n1\n```\n````')).toMatchObject([
      { code: '```js\n1\n```', isWhole: true },
    ]);
  });

  it('are named by what stands in them', () => {
    expect(titleIn('html', '<title>Sales of\n May</title><h1>x</h1>')).toBe('Sales of May');
    expect(titleIn('markdown', 'Words\n## Count sheet')).toBe('Count sheet');
    expect(titleIn('chart', '{"title":"Sales by day"}')).toBe('Sales by day');
    expect(titleIn('csv', 'a,b')).toBe('');
  });
});
