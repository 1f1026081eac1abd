import type { Supplier } from '#contract/suppliers.ts';
import { foldedWords, hasWords } from '#domain/fold.ts';

/** Every word must stand somewhere in what is known of a supplier. */
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
