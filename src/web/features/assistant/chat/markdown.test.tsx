// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { useWorkbench } from '../artifact/workbench-state.ts';
import { Markdown } from './markdown.tsx';

const shown = (text: string) => onScreen(<Markdown text={text} />);

describe('an answer in Markdown', () => {
  it('has no HTML of its own, and loads no pictures', async () => {
    const screen = await shown(
      '**Bold** <script>alert(1)</script> <img src=x onerror=alert(1)> ![logo](https://elsewhere.example/a.png)',
    );
    expect(screen.all('script, img, [onerror]')).toEqual([]);
    expect(screen.all('strong')).toHaveLength(1);
    expect(screen.text()).toContain('[Picture not loaded: logo (https://elsewhere.example/a.png)]');
    await screen.leave();
  });

  it('says where a link goes, and follows none but web addresses', async () => {
    const screen = await shown('[the shop](https://elsewhere.example/?rows=1) [run](javascript:alert(1))');
    const [link, ...others] = screen.all('a');
    expect(others).toEqual([]);
    expect(link?.getAttribute('href')).toBe('https://elsewhere.example/?rows=1');
    expect(link?.textContent).toContain('(https://elsewhere.example/?rows=1)');
    expect(link?.getAttribute('rel')).toContain('noopener');
    await screen.leave();
  });

  it('hands on the tool that a block of code shows', async () => {
    const screen = await shown(
      '```html live {"tool":"low_stock","parameters":{"category":"Flower"}}\n<h1>Low</h1>\n```',
    );
    await screen.press(screen.button('Open artifact Low'));
    expect(screen.button('Open artifact Low').textContent).toContain('Live');
    expect(useWorkbench.getState().copy).toMatchObject({
      code: '<h1>Low</h1>',
      source: { tool: 'low_stock', parameters: { category: 'Flower' } },
    });
    await screen.leave();
  });

  it('shows code that can be opened as an artifact, and other code as code', async () => {
    const screen = await shown('```html\n<h1>Low stock</h1>\n```\n\n```sql\nselect 1\n```');
    expect(screen.button('Open artifact Low stock').textContent).toContain('HTML');
    expect(screen.text()).toContain('select 1');
    await screen.leave();
  });
});
