import type { ReactNode } from 'react';
import type { ManagedField } from '#contract/blueprints.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { ProductEdits, ProductFields } from '../product-fields.ts';

export interface SectionProps {
  readonly product: ManagedProduct | null;
  readonly fields: ProductFields;
  /** The fields of the product's blueprint. */
  readonly rules: readonly ManagedField[];
  readonly problemOf: (key: string) => string | undefined;
  readonly disabled: boolean;
  readonly onEdit: (edits: ProductEdits) => void;
}

/** A titled part of the form. */
export function Part({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 text-base font-medium">{title}</legend>
      {hint !== undefined && <p className="-mt-2 text-sm text-ink-3">{hint}</p>}
      {children}
    </fieldset>
  );
}
