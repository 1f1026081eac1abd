import { shelfOf } from '#contract/menu-shelf.ts';
import { DEFAULT_LAYOUT, DEFAULT_THEME } from '#domain/menu/menu-config.ts';
import { menuPlan } from '#domain/menu/menu-plan.ts';
import { over } from '#domain/menu/on-screen.ts';
import { fontFiles } from '#web/menu/menu-fonts.ts';
import type { DisplayAddress } from '../address.ts';
import { nowMs } from '../clock.ts';
import { outdate } from './reload.ts';
import type { KeepMessage } from './keep-message.ts';
import { onScreenAt } from '../screen/on-screen.ts';
import { displayState, type KnownMenu, subscribe } from '../store.ts';

/** The worker keeps 400 files; some are of the menu before. */
const MOST_PICTURES = 350;
/** A page that is never left must ask for new builds itself. */
const UPDATE_MS = 3_600_000;

/** Pictures of all pages of the menu, and of those that its schedule brings, with the fonts of each. */
function filesOf(menu: KnownMenu, address: DisplayAddress): string[] {
  const shelf = shelfOf(menu.shelf);
  const present = onScreenAt(menu, shelf, address, new Date(nowMs()));
  const stored = menu.display.configs.map(({ config_data: data }) => ({
    layout: over(DEFAULT_LAYOUT, data),
    theme: over(DEFAULT_THEME, data),
  }));
  const all = [present, ...stored];
  const pictures = all.flatMap(({ layout }) =>
    menuPlan(layout, shelf, nowMs()).flatMap(({ pages }) => pages.flat().flatMap(({ image }) => image ?? [])),
  );
  return [...all.flatMap(({ theme }) => fontFiles(theme)), ...new Set(pictures)].slice(0, MOST_PICTURES);
}

/**
 * Has the service worker keep the page, and with each menu the pictures and fonts that it will show: a screen that loses its
 * network after its first start begins again as it was. Rule: menus/on-the-device.
 */
export async function keepForRestart(address: DisplayAddress): Promise<void> {
  const { serviceWorker } = navigator;
  // The worker of another build takes over as soon as it has kept that build whole. The first worker brings none.
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', outdate);
  else
    serviceWorker.addEventListener(
      'controllerchange',
      () => serviceWorker.addEventListener('controllerchange', outdate),
      { once: true },
    );
  const registration = await serviceWorker.register('/menu-display-worker.js', { scope: '/menu-display' });
  window.setInterval(() => void registration.update().catch(() => undefined), UPDATE_MS);
  const { active } = await serviceWorker.ready;
  let kept = '';
  const keep = () => {
    const { menu } = displayState();
    if (menu === null) return;
    const state = `${menu.shelf.version} ${menu.display.revision}`;
    if (state === kept) return;
    kept = state;
    const message: KeepMessage = { keep: filesOf(menu, address) };
    (serviceWorker.controller ?? active)?.postMessage(message);
  };
  subscribe(keep);
  keep();
}
