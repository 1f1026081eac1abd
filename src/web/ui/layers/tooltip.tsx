import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

const HOVER_DELAY_MS = 400;
const LEAVE_GRACE_MS = 80;
/** A finger that rests this long asks for the name. */
const HOLD_MS = 500;
const AFTER_HOLD_MS = 1500;
const GAP_PX = 8;
const EDGE_PX = 6;

/**
 * Shows a name or a short explanation on hover, and when Tab or an arrow key moves the focus here. Escape hides it; the
 * pointer may rest on it. Not on every focus: after a dialog closes and returns the focus, a tooltip would cover what
 * the dialog changed. It is our own because the shell needs it at first load and Base UI's general one is 28 kB. It is
 * in the browser's top layer, so dialogs and scrolling panes never clip it.
 */
export function Tooltip({
  label,
  side = 'top',
  onlyWhenClipped = false,
  describe = false,
  onHold = false,
  children,
}: {
  label: ReactNode;
  side?: TooltipSide | undefined;
  /** For truncated text: shown only when the text does not fit. */
  onlyWhenClipped?: boolean;
  /** Links the text to the trigger for screen readers. Not needed when it only repeats the trigger's name. */
  describe?: boolean;
  /** Shown to a finger that rests on the trigger, too, which then presses nothing. For triggers without words. */
  onHold?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  /** A finger rested here, and nothing was pressed since. */
  const held = useRef(false);
  const isFingerDown = useRef(false);

  const later = useCallback((next: boolean, delayMs: number, byHold = false) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      held.current = byHold;
      setOpen(next);
    }, delayMs);
  }, []);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  useEffect(() => {
    if (!open) return;
    const trigger = wrapper.current?.firstElementChild;
    if (describe) trigger?.setAttribute('aria-describedby', id);
    // Not a hotkey: the key is also for the dialog or control that it closes, whichever of them hears it first.
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    const hide = () => setOpen(false);
    window.addEventListener('keydown', hideOnEscape);
    window.addEventListener('scroll', hide, true);
    return () => {
      if (describe) trigger?.removeAttribute('aria-describedby');
      window.removeEventListener('keydown', hideOnEscape);
      window.removeEventListener('scroll', hide, true);
    };
  }, [open, describe, id]);

  const clipped = () => {
    const trigger = wrapper.current?.firstElementChild;
    if (!onlyWhenClipped || !(trigger instanceof HTMLElement)) return !onlyWhenClipped;
    return trigger.scrollWidth > trigger.clientWidth || trigger.scrollHeight > trigger.clientHeight;
  };

  return (
    <span
      ref={wrapper}
      role="presentation"
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && clipped() && later(true, HOVER_DELAY_MS)}
      onPointerLeave={() => {
        isFingerDown.current = false;
        later(false, held.current ? AFTER_HOLD_MS : LEAVE_GRACE_MS);
      }}
      onPointerDown={({ pointerType }) => {
        held.current = false;
        isFingerDown.current = pointerType === 'touch';
        if (onHold && isFingerDown.current) later(true, HOLD_MS, true);
        else later(false, 0);
      }}
      onClickCapture={(event) => {
        if (!held.current) return;
        held.current = false;
        event.preventDefault();
        event.stopPropagation();
      }}
      // A browser would offer to open the link elsewhere: Android sooner than the name is shown, Windows as the finger lifts.
      onContextMenu={(event) => onHold && (isFingerDown.current || held.current) && event.preventDefault()}
      onKeyUp={({ key }) => (key === 'Tab' || key.startsWith('Arrow')) && clipped() && later(true, 0)}
      onBlur={() => later(false, 0)}
    >
      {children}
      {open && <Bubble id={id} side={side} anchor={wrapper} label={label} />}
    </span>
  );
}

/** A text beside the first element in `anchor`, in the browser's top layer. */
export function Bubble({
  id,
  role = 'tooltip',
  side,
  anchor,
  label,
}: {
  id: string;
  role?: 'tooltip' | 'alert';
  side: TooltipSide;
  anchor: React.RefObject<HTMLSpanElement | null>;
  label: ReactNode;
}) {
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const trigger = anchor.current?.firstElementChild;
    const element = bubble.current;
    if (!trigger || !element) return;
    element.showPopover();
    const { left, top } = place(trigger.getBoundingClientRect(), element.getBoundingClientRect(), side);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, side, label]);

  return (
    <span
      ref={bubble}
      id={id}
      role={role}
      popover="manual"
      className="fixed m-0 max-w-72 rounded-sm bg-ink px-2 py-1 text-xs font-medium text-ground"
    >
      {label}
    </span>
  );
}

/** On the wanted side of the trigger, or on the opposite side if there is no room; never outside the window. */
function place(trigger: DOMRect, bubble: DOMRect, side: TooltipSide) {
  const centreX = trigger.left + trigger.width / 2 - bubble.width / 2;
  const centreY = trigger.top + trigger.height / 2 - bubble.height / 2;
  const above = trigger.top - bubble.height - GAP_PX;
  const below = trigger.bottom + GAP_PX;
  const before = trigger.left - bubble.width - GAP_PX;
  const after = trigger.right + GAP_PX;
  const roomRight = window.innerWidth - bubble.width - EDGE_PX;
  const roomBelow = window.innerHeight - bubble.height - EDGE_PX;
  const wanted = {
    top: { left: centreX, top: above < EDGE_PX ? below : above },
    bottom: { left: centreX, top: below > roomBelow ? above : below },
    left: { left: before < EDGE_PX ? after : before, top: centreY },
    right: { left: after > roomRight ? before : after, top: centreY },
  }[side];
  return {
    left: Math.max(EDGE_PX, Math.min(wanted.left, roomRight)),
    top: Math.max(EDGE_PX, Math.min(wanted.top, roomBelow)),
  };
}
