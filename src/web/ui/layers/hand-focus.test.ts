// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { focusIfFree } from './hand-focus.ts';

afterEach(() => document.body.replaceChildren());

function drawn(html: string): HTMLElement {
  document.body.innerHTML = html;
  const [button] = document.querySelectorAll('button');
  if (!button) throw new Error('no button is drawn');
  return button;
}

it('the focus goes to what comes next when no control has it', () => {
  const next = drawn('<main><button>Do this next</button></main>');
  expect(focusIfFree(next)).toBe(true);
  expect(document.activeElement).toBe(next);
});

it('the focus never goes behind an open window', () => {
  const next = drawn('<main aria-hidden="true"><button>Do this next</button></main><div role="dialog"></div>');
  expect(focusIfFree(next)).toBe(false);
  expect(document.activeElement).toBe(document.body);
});
