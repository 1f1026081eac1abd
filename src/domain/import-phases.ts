/** The phases of an import of products, in order, in words for the person who waits. */
export const IMPORT_PHASES = {
  reading: 'Reading the file',
  comparing: 'Comparing with the shop',
  products: 'Writing products',
  variations: 'Writing variations',
  stock: 'Setting stock',
} as const;

export type ImportPhase = keyof typeof IMPORT_PHASES;
