import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit, on } from './events.ts';

const before = globalThis.window;
beforeAll(() => void Object.assign(globalThis, { window: new EventTarget() }));
afterAll(() => void Object.assign(globalThis, { window: before }));

describe('what shell and features tell each other', () => {
  it('comes with what belongs to it, until nobody listens any more', () => {
    const shown: unknown[] = [];
    const stop = on('showInView', (where) => shown.push(where));
    emit('showInView', { view: 'orders', search: 'S-7' });
    stop();
    emit('showInView', { view: 'history' });
    expect(shown).toEqual([{ view: 'orders', search: 'S-7' }]);
  });

  it('is heard from the window where it is an event of the product', () => {
    let opened = 0;
    const stop = on('openCustomerMode', () => (opened += 1));
    window.dispatchEvent(new Event('openCustomerMode'));
    emit('openCustomerMode');
    stop();
    expect(opened).toBe(2);
  });

  it('stays off the window where it is between ourselves', () => {
    let heard = 0;
    window.addEventListener('enterList', () => (heard += 1));
    emit('enterList');
    expect(heard).toBe(0);
  });
});
