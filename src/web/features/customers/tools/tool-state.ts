import { perOwner } from '#web/api/session/per-owner.ts';
import type { CustomersQuery } from '../customers-queries.ts';

/** A dialog over the list. One is open at a time. */
export type Tool =
  | { readonly kind: 'merge'; readonly customerId: number; readonly otherId?: number }
  | { readonly kind: 'import' }
  | { readonly kind: 'export'; readonly query: Omit<CustomersQuery, 'page'>; readonly total: number | null }
  | { readonly kind: 'person-file'; readonly customerId: number; readonly name: string }
  | { readonly kind: 'identity'; readonly customerId: number };

export const useTool = perOwner<{ readonly tool: Tool | null }>(() => ({ tool: null }));

export function openTool(tool: Tool | null): void {
  useTool.setState({ tool });
}
