import { type ComponentProps, type ComponentType, createElement, lazy, type ReactElement, useState } from 'react';

/** The code of a part could not be fetched: the server was away, or has newer code since. Nothing is broken here. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be fetched', { cause });
    this.name = 'PartNotLoaded';
  }
}

const failed = new Set<() => void>();

/** Has parts that could not be fetched asked for again when they are drawn next; `lazy` alone never asks twice. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export interface LazyPart<Props> {
  (props: Props): ReactElement;
  /**
   * Fetches the code ahead, so that the part is drawn at once, and answers whether it is there. What fails is fetched
   * again, and reported, when drawn.
   */
  fetch(): Promise<boolean>;
}

/**
 * A component whose code is fetched when first drawn, like `lazy`; a failed fetch can be repeated. Code that is there
 * already is drawn without a fallback: React shows one for at least 300 ms.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy`: any component will do
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<Part>): LazyPart<ComponentProps<Part>> {
  let there: Part | null = null;
  let current = fetched();
  async function loaded() {
    there = await load();
    return { default: there };
  }
  function fetched() {
    return lazy(() =>
      loaded().catch((error: unknown) => {
        failed.add(() => (current = fetched()));
        throw new PartNotLoaded(error);
      }),
    );
  }
  function Part(props: ComponentProps<Part>) {
    // The same for as long as it stands: changed for another, what is on the screen would begin anew.
    const [part] = useState(() => there ?? current);
    return createElement(part, props);
  }
  return Object.assign(Part, {
    fetch: () =>
      loaded().then(
        () => true,
        () => false,
      ),
  });
}
