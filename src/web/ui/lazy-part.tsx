import { type ComponentProps, type ComponentType, createElement, lazy } from 'react';

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

/** A component whose code is fetched when first drawn, like `lazy`; a failed fetch can be repeated. */
// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy`: any component will do
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  let current = fetched();
  function fetched() {
    return lazy(() =>
      load().catch((error: unknown) => {
        failed.add(() => (current = fetched()));
        throw new PartNotLoaded(error);
      }),
    );
  }
  return function LazyPart(props: ComponentProps<Part>) {
    return createElement(current, props);
  };
}
