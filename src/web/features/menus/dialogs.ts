import type { WireMenuConfig } from '#contract/menus.ts';

/** The modal that is open over the builder; one at a time. */
export type OpenDialog =
  | { readonly kind: 'save-layout' | 'save-theme' | 'load' | 'qr' | 'stores' | 'analytics' }
  | { readonly kind: 'history' | 'rename'; readonly config: WireMenuConfig };
