import { ChevronDown, MonitorX, MonitorPlay, RefreshCw } from 'lucide-react';
import { useUser } from '#web/api/session/session.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/layers/menu.tsx';
import { ask, tell } from '#web/ui/layers/prompts.tsx';
import { useDraft } from '../draft/menu-draft.ts';
import type { MenuDraft } from '../draft/parts.ts';
import { panelLabel } from '../quadrants.ts';
import { displayAddress } from './display-address.ts';
import { closeWindows, freeNumber, MOST_WINDOWS, openWindow, pointWindows, useLocalWindows } from './local-windows.ts';

const FULL = 'Maximum of 6 windows reached. Close some windows first.';
const icon = 'size-4 text-ink-3';

function labelOf({ layout }: MenuDraft, categories: Parameters<typeof panelLabel>[0]): string {
  if (!layout.isDualMenu) return panelLabel(categories, layout.singleMenu);
  return [layout.dualMenu.left, layout.dualMenu.right].map((panel) => panelLabel(categories, panel)).join(' | ');
}

export async function closeAllWindows(): Promise<void> {
  const { windows } = useLocalWindows.getState();
  const isSure = await ask({
    title: 'Close windows',
    message: `Close all ${windows.length} windows?`,
    confirmLabel: 'Close all',
    tone: 'danger',
  });
  if (isSure) closeWindows();
}

/** @returns false if nothing was opened; the person has been told */
export function launch(address: string, tvNumber: number, label: string): boolean {
  if (openWindow(address, tvNumber, label)) return true;
  void tell({
    title: 'The window did not open',
    message: 'The browser blocked it. Allow pop-up windows for this page, and launch again.',
  });
  return false;
}

/** Opens the menu of the builder in a window of this machine. Rule: menus/local-windows. */
export function LaunchTool() {
  const draft = useDraft();
  const { categories } = useCatalogue();
  const { location_id: locationId } = useUser();
  const { windows } = useLocalWindows();
  const isFull = windows.length >= MOST_WINDOWS;
  const addressOf = (tvNumber: number) =>
    displayAddress({ locationId: locationId ?? 0, tvNumber }, draft.layout, draft.theme);

  function open() {
    if (locationId === null)
      return void tell({
        title: 'No location selected',
        message: 'A menu shows the products of a location. Choose a location first.',
      });
    const tvNumber = freeNumber(windows.map((one) => one.tvNumber));
    launch(addressOf(tvNumber), tvNumber, labelOf(draft, categories));
  }

  return (
    <span className="inline-flex shrink-0">
      <Button
        variant="primary"
        icon={<MonitorPlay aria-hidden className="size-4" />}
        disabled={isFull}
        title={isFull ? FULL : undefined}
        onClick={open}
        className={cx('max-[1200px]:px-2.5', windows.length > 0 && 'rounded-r-none')}
      >
        {isFull ? 'Max Reached' : 'Launch'}
      </Button>
      {windows.length > 0 && (
        <Menu
          align="end"
          trigger={
            <IconButton
              label={`${windows.length} of ${MOST_WINDOWS} windows open`}
              variant="outline"
              icon={<ChevronDown className="size-4" />}
              className="rounded-l-none border-l-0"
            />
          }
        >
          {windows.map(({ tvNumber, label, handle }) => (
            <MenuItem
              key={tvNumber}
              icon={<MonitorPlay aria-hidden className={icon} />}
              onSelect={() => handle.focus()}
            >
              TV {tvNumber}: {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem icon={<RefreshCw aria-hidden className={icon} />} onSelect={() => pointWindows(addressOf)}>
            Show this menu in all of them
          </MenuItem>
          <MenuItem icon={<MonitorX aria-hidden className={icon} />} onSelect={() => void closeAllWindows()}>
            Close all windows
          </MenuItem>
        </Menu>
      )}
    </span>
  );
}
