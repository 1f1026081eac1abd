import { Menu as Base } from '@base-ui/react/menu';
import { ArrowLeft, ArrowRight, Pencil, Pin, PinOff, Tag } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMay } from '#web/api/session/session.ts';
import { useFavourites } from '#web/entities/catalogue/favourites.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { editFieldsOf, printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { cx } from '#web/ui/cx.ts';
import { FLOATING } from '#web/ui/layers/floating.ts';
import { MenuItem, MenuSeparator } from '#web/ui/layers/menu.tsx';
import { isAuditing } from '../audit/audit-mode.ts';
import { move, pin } from './favourite-command.ts';

interface Pressed {
  readonly product: RegisterProduct;
  readonly card: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly byKey: boolean;
}

/**
 * The menu of a card. It opens by press and hold, by the right button, and by the menu key on the focused card.
 * Rule: grid/favourites.
 */
export function CardMenu({
  pane,
  byId,
}: {
  pane: RefObject<HTMLElement | null>;
  byId: ReadonlyMap<number, RegisterProduct>;
}) {
  const mayEdit = useMay('edit-products');
  // Known before a menu opens, so that its first entry is there for a key.
  const pinned = useFavourites(mayEdit).list?.pinned;
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const [open, setOpen] = useState(false);
  const products = useRef(byId);
  useEffect(() => {
    products.current = byId;
  }, [byId]);
  useEffect(
    () =>
      pane.current
        ? listenForMenu(pane.current, (card, x, y, byKey = false) => {
            const product = products.current.get(Number(card.dataset['product']));
            if (!product || isAuditing()) return false;
            setPressed({ product, card, x, y, byKey });
            setOpen(true);
            return true;
          })
        : undefined,
    [pane],
  );
  if (!pressed) return null;
  const { card, x, y, product, byKey } = pressed;
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Portal>
        <Base.Positioner
          className="z-50 outline-none"
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup
            // Keys begin at the first entry; a pointer is at the one that it points at.
            ref={byKey ? focusFirst : undefined}
            finalFocus={() => (card.isConnected ? card : true)}
            aria-label={product.name}
            className={cx(
              FLOATING,
              'max-h-(--available-height) min-w-52 overflow-y-auto p-1 [&_[role=menuitem]]:min-h-touch',
            )}
          >
            <Entries product={product} mayEdit={mayEdit} pinned={pinned} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function focusFirst(popup: HTMLElement | null): void {
  if (popup)
    window.requestAnimationFrame(() =>
      popup.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus(),
    );
}

const ICON = 'size-4 shrink-0';

function Entries({
  product,
  mayEdit,
  pinned,
}: {
  product: RegisterProduct;
  mayEdit: boolean;
  /** Undefined while they are fetched. */
  pinned: readonly number[] | undefined;
}) {
  const place = pinned?.indexOf(product.id) ?? -1;
  const isPinned = place >= 0;
  return (
    <>
      {mayEdit && (
        <>
          <MenuItem
            icon={isPinned ? <PinOff aria-hidden className={ICON} /> : <Pin aria-hidden className={ICON} />}
            disabled={!pinned}
            onSelect={() => pin(product, !isPinned)}
          >
            {isPinned ? 'Unpin from Favourites' : 'Pin to Favourites'}
          </MenuItem>
          {isPinned && pinned && (
            <>
              <MenuItem
                icon={<ArrowLeft aria-hidden className={ICON} />}
                disabled={place === 0}
                onSelect={() => move(product, pinned[place - 1] ?? null)}
              >
                Move earlier
              </MenuItem>
              <MenuItem
                icon={<ArrowRight aria-hidden className={ICON} />}
                disabled={place === pinned.length - 1}
                onSelect={() => move(product, pinned[place + 2] ?? null)}
              >
                Move later
              </MenuItem>
            </>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={<Tag aria-hidden className={ICON} />}
        onSelect={() => printLabelsOf([{ productId: product.id, variationId: null }])}
      >
        Print label
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={<Pencil aria-hidden className={ICON} />} onSelect={() => editFieldsOf(product.id)}>
          Edit fields
        </MenuItem>
      )}
    </>
  );
}

/** As long as a browser waits for a long press. */
const HELD_MS = 500;
/** A finger that moved further than this scrolls. */
const MOVED_PX = 10;
/** From the corner of a card to the menu that a key opens. */
const EDGE_PX = 24;

/**
 * Hears of the menu key, the right button, and of a held finger where the browser tells nothing of it (Safari on a tablet).
 * @param open returns whether a menu opened
 */
function listenForMenu(
  pane: HTMLElement,
  open: (card: HTMLElement, x: number, y: number, byKey?: boolean) => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isHeld = false;
  const cardOf = ({ target }: Event) =>
    target instanceof Element && !target.closest('input:not([type=radio]), textarea')
      ? target.closest<HTMLElement>('[data-product]')
      : null;
  const stop = () => clearTimeout(timer);
  const listening = new AbortController();
  const options = { signal: listening.signal };
  // Letting go of a held card presses nothing: neither the card nor what the menu put under the finger.
  const drop = (event: Event) => {
    if (!isHeld) return;
    isHeld = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const hold = (card: HTMLElement, x: number, y: number) => {
    isHeld = open(card, x, y);
    if (isHeld) window.addEventListener('touchend', drop, { ...options, capture: true, once: true, passive: false });
    return isHeld;
  };
  const ask = (event: MouseEvent) => {
    stop();
    const card = cardOf(event);
    // Browsers that tell of a held finger themselves do so as of the right button.
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    if (card && (isHeld || (isTouch ? hold : open)(card, event.clientX, event.clientY))) event.preventDefault();
  };
  const down = (event: PointerEvent) => {
    stop();
    const card = cardOf(event);
    if (!card || event.pointerType === 'mouse' || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => hold(card, start.x, start.y), HELD_MS);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > MOVED_PX) stop();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    const card = cardOf(event);
    const place = card?.getBoundingClientRect();
    if (card && place && open(card, place.left + EDGE_PX, place.top + EDGE_PX, true)) event.preventDefault();
  };
  pane.addEventListener('contextmenu', ask, options);
  pane.addEventListener('pointerdown', down, options);
  pane.addEventListener('pointermove', move, options);
  pane.addEventListener('keydown', key, options);
  for (const ended of ['pointerup', 'pointercancel'] as const) pane.addEventListener(ended, stop, options);
  const begin = () => {
    isHeld = false;
  };
  window.addEventListener('pointerdown', begin, { ...options, capture: true });
  window.addEventListener('click', drop, { ...options, capture: true });
  return () => {
    stop();
    listening.abort();
  };
}
