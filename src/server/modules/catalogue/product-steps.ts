/** A change of the catalogue that touched one product, its variations and their prices, and nothing else. */
export interface ProductStep {
  /** The state of the catalogue that the change found (`CATALOGUE_STAMP`). */
  readonly from: string;
  /** The state that it left. */
  readonly to: string;
  readonly productId: number;
}

const MOST_STEPS = 200;

/** The last committed steps of this process by the state they began at. Other changes, and those of other processes, have none. */
const steps = new Map<string, ProductStep>();

/** Notes a step once it is committed: from then on, what is remembered of the former state holds, but for that product. */
export function noteProductStep(step: ProductStep): void {
  steps.set(step.from, step);
  const [oldest] = steps.keys();
  if (steps.size > MOST_STEPS && oldest !== undefined) steps.delete(oldest);
}

/** The step that was made at this state of the catalogue, if one was. */
export function productStepAt(stamp: string): ProductStep | undefined {
  return steps.get(stamp);
}
