import { z } from 'zod';
import { menuConfigData } from '#contract/menu-config.ts';
import { QUADRANTS } from '#domain/menu/menu-config.ts';
import type { StateOwner } from '#web/api/session/per-owner.ts';
import { layoutOf, type MenuDraft, type Origin, themeOf } from './parts.ts';

/** The prefix is one that Clear All Cache keeps. Rule: workspace/what-a-browser-keeps. */
const keyOf = ({ userId, locationId }: StateOwner) => `menu_config.${userId}.${locationId ?? 'none'}`;

const origin = z.object({ id: z.int(), name: z.string(), version: z.int(), saved: menuConfigData }).nullable();
const kept = z.object({
  data: menuConfigData,
  selected: z.enum(QUADRANTS).nullable(),
  layoutFrom: origin,
  themeFrom: origin,
  isPanelOpen: z.boolean(),
});

interface Kept {
  readonly draft: MenuDraft;
  readonly isPanelOpen: boolean;
}

function originOf<Part>(
  from: z.output<typeof origin>,
  partOf: (data: z.output<typeof menuConfigData>) => Part,
): Origin<Part> | null {
  return from && { ...from, saved: partOf(from.saved) };
}

/** Null if there is no draft, or if it is broken or from another version. */
export function readKept(owner: StateOwner): Kept | null {
  try {
    const { data, selected, layoutFrom, themeFrom, isPanelOpen } = kept.parse(
      JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null'),
    );
    const draft = {
      layout: layoutOf(data),
      theme: themeOf(data),
      selected,
      layoutFrom: originOf(layoutFrom, layoutOf),
      themeFrom: originOf(themeFrom, themeOf),
    };
    return { draft, isPanelOpen };
  } catch {
    return null;
  }
}

export function writeKept(owner: StateOwner, { draft, isPanelOpen }: Kept): void {
  const { layout, theme, ...rest } = draft;
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify({ ...rest, data: { ...layout, ...theme }, isPanelOpen }));
  } catch {
    // Storage is full or blocked. The menu stays on the screen.
  }
}
