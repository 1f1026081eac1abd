// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { onPage } from '#testing/served-page.tsx';
import { changeChat } from './chat-state.ts';
import { Composer } from './composer.tsx';

const commands = [
  { name: '/low', usage: '[category]', description: 'What to reorder', examples: ['/low'], completions: [] },
];
const press = (on: Element, key: string, more: object = {}) =>
  act(() => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, ...more })));

afterEach(() => changeChat({ text: '' }));

it('is reached by a slash, which lists the commands, and by Ctrl+K, from anywhere but a field', async () => {
  const screen = await onPage(
    <>
      <input aria-label="Another" />
      <Composer commands={commands} whyNoPictures="" onSend={() => {}} />
    </>,
  );
  const field = document.querySelector('textarea');
  const another = document.querySelector('input');
  if (!field || !another) throw new Error('a field is not there');
  another.focus();
  press(another, '/');
  expect(document.activeElement).toBe(another);
  press(another, 'k', { ctrlKey: true });
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('');
  field.blur();
  press(document.body, '/');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('/');
  expect(screen.all('[role=option]').map(({ textContent }) => textContent)).toEqual(['/low [category]What to reorder']);
  // Typed words stay.
  act(() => changeChat({ text: 'How many' }));
  field.blur();
  press(document.body, '/');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('How many');
  await screen.leave();
});
