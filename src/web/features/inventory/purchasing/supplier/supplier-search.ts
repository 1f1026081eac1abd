import type { Supplier } from '#contract/suppliers.ts';
import { foldedWords, hasWords } from '#domain/fold.ts';

/** Suppliers in whose fields every searched word occurs. */
export function matchingSuppliers(
  suppliers: readonly Supplier[],
  search: string,
  status: Supplier['status'] | 'all',
): Supplier[] {
  const words = foldedWords(search);
  return suppliers.filter((supplier) => {
    if (status !== 'all' && supplier.status !== status) return false;
    const { name, contact, email, phone, address } = supplier;
    return hasWords([name, contact, email, phone, address].join(' '), words);
  });
}
