import type { Supplier } from '#contract/suppliers.ts';

/** Every word must stand somewhere in what is known of a supplier. */
export function matchingSuppliers(
  suppliers: readonly Supplier[],
  search: string,
  status: Supplier['status'] | 'all',
): Supplier[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return suppliers.filter((supplier) => {
    if (status !== 'all' && supplier.status !== status) return false;
    const { name, contact, email, phone, address } = supplier;
    const text = [name, contact, email, phone, address].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
