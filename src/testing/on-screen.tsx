import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

/** The elements that a component draws, found as staff find them: by role and name. */
export interface OnScreen {
  readonly text: () => string;
  readonly button: (name: string | RegExp) => HTMLButtonElement;
  readonly field: (label: string) => HTMLInputElement;
  readonly all: (selector: string) => Element[];
  readonly press: (target: HTMLElement) => Promise<void>;
  readonly type: (into: HTMLInputElement, text: string) => Promise<void>;
  readonly leave: () => Promise<void>;
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();

/** Draws a component in a separate document; needs `@vitest-environment happy-dom` in the test. */
export async function onScreen(what: ReactNode): Promise<OnScreen> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(what));
  const all = (selector: string) => [...place.querySelectorAll(selector)];
  return {
    text: () => place.textContent,
    all,
    button(name) {
      const found = all('button').filter((one) =>
        typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one)),
      );
      const [only, another] = found;
      if (only === undefined || another !== undefined) throw new Error(`${found.length} buttons ${name}`);
      return only as HTMLButtonElement;
    },
    field(label) {
      const found = all('label')
        .find((one) => one.textContent.trim() === label)
        ?.querySelector('input');
      if (!found) throw new Error(`no field ${label}`);
      return found;
    },
    press: (target) => act(async () => target.click()),
    type: (into, text) =>
      act(async () => {
        // React hears only of a value that was set past its own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, text);
        into.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    async leave() {
      await act(async () => root.unmount());
      place.remove();
    },
  };
}
