import { type ComponentProps, type ComponentType, createElement, lazy, type ReactElement, useState } from 'react';

/** The code of a part could not be fetched, because the server is away or has a newer build. It is not a defect. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be fetched', { cause });
    this.name = 'PartNotLoaded';
  }
}

const failed = new Set<() => void>();

/** Makes parts that could not be fetched try again when they are drawn next. React's `lazy` never tries twice. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export interface LazyPart<Props> {
  (props: Props): ReactElement;
  /**
   * Fetches the code early, so that the part is drawn at once. Returns whether it succeeded; a failure is repeated, and
   * reported, when the part is drawn.
   */
  fetch(): Promise<boolean>;
}

/**
 * A component whose code is fetched when it is first drawn, like `lazy`, and whose failed fetch can be repeated. Code
 * that has been fetched is drawn without a fallback, which React would show for at least 300 ms.
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
    // Kept for as long as the part is mounted: exchanging the component would reset what is on the screen.
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
