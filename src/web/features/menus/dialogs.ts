import type { WireMenuConfig } from '#contract/menus.ts';

/** The dialog over the builder. Only one is open at a time. */
export type OpenDialog =
  | { readonly kind: 'save-layout' | 'save-theme' | 'load' | 'qr' | 'stores' | 'analytics' }
  | { readonly kind: 'history' | 'rename'; readonly config: WireMenuConfig };
