import { describe, expect, it } from 'vitest';
import { fencedArtifacts, titleIn } from './fences.ts';

describe('the artifacts of an answer', () => {
  it('are its blocks of code that can be shown', () => {
    const text = 'Here:\n```html\n<h1>Low stock</h1>\n```\nand\n```sql\nselect 1\n```\n~~~chart\n{}\n~~~\n';
    expect(fencedArtifacts(text)).toEqual([
      { type: 'html', language: 'html', code: '<h1>Low stock</h1>', source: null, isWhole: true },
      { type: 'chart', language: 'chart', code: '{}', source: null, isWhole: true },
    ]);
  });

  it('show while their code arrives', () => {
    expect(fencedArtifacts('```jsx\nexport default () => {\n  return `a')).toEqual([
      { type: 'react', language: 'jsx', code: 'export default () => {\n  return `a', source: null, isWhole: false },
    ]);
    expect(fencedArtifacts('``')).toEqual([]);
  });

  it('may say which tool they show, once the whole of that line has arrived', () => {
    const live = '```chart live {"tool":"sales_summary","parameters":{"period":"last_week"}}';
    const source = { tool: 'sales_summary', parameters: { period: 'last_week' } };
    expect(fencedArtifacts(live.slice(0, 40))).toEqual([]);
    expect(fencedArtifacts(`${live}\n{`)).toMatchObject([{ type: 'chart', code: '{', source }]);
    expect(fencedArtifacts('```html live {"tool":"low_stock"}\n<p>')).toMatchObject([
      { source: { tool: 'low_stock', parameters: {} } },
    ]);
    for (const nothing of ['live', 'live {"tool":1}', 'live {', '{"tool":"low_stock"}'])
      expect(fencedArtifacts(`~~~html ${nothing}\n<p>`)).toMatchObject([{ type: 'html', source: null }]);
  });

  it('are live only where they can show rows', () => {
    const sourced = (language: string) =>
      fencedArtifacts(`\`\`\`${language} live {"tool":"low_stock"}\nx`).map(({ source }) => source !== null);
    expect(['html', 'jsx', 'chart', 'csv'].flatMap(sourced)).toEqual([true, true, true, true]);
    expect(['svg', 'markdown', 'mermaid'].flatMap(sourced)).toEqual([false, false, false]);
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
