import type { ToolCard } from '#contract/assistant-cards.ts';
import { definedOf } from './defined.ts';
import type { Asked } from './tool.ts';

type Open = NonNullable<ToolCard['open']>;

/**
 * The view that shows the rows of a card. If the view lacks a filter that the tool was asked for, its link says that it
 * shows more. Rule: ai-view/open-in.
 * @param named what follows "Open in"
 */
export function openIn(
  view: Open['view'],
  named: string,
  filter: Record<string, string | undefined>,
  { lost = false }: { lost?: boolean } = {},
): Open {
  return { view, label: `Open in ${named}${lost ? ' (all)' : ''}`, filter: definedOf(filter) };
}

/** Some views show the own location only: for a card of another one there is no link. */
export const openHere = ({ staff }: Asked, place: { readonly id: number }, open: Open): Open | null =>
  place.id === staff.locationId ? open : null;
