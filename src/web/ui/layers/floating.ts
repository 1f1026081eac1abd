/** The look of everything that floats beside its trigger: select, menu, popover. */
export const FLOATING =
  'origin-(--transform-origin) rounded-md bg-raised text-base text-ink shadow-float outline-none transition-[opacity,scale] duration-120 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

export const FLOATING_ITEM =
  'flex min-h-8 pointer-coarse:min-h-touch cursor-default items-center gap-2 rounded-sm px-2.5 text-sm outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-press';
