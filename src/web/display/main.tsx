import '#web/zod-setup.ts';
import './display.css';
import { createRoot } from 'react-dom/client';
import { readAddress } from './address.ts';
import { nowMs } from './clock.ts';
import type { runDevice } from './paired/device.ts';
import { Display } from './display.tsx';
import { Guard } from './page/guard.tsx';
import { noteError } from './report/noted-error.ts';
import { presentlyOnShow } from './report/on-show.ts';
import { followMenu, type MenuSource } from './source/menu-source.ts';
import { changeDisplay, displayState } from './store.ts';
import { isPhone } from './screen/use-window.ts';

const address = readAddress(window.location.search);
const { location_id: locationId = null, tv_number: tvNumber = null, leftBelow } = address.parameters;
const isDevice = locationId === null;
for (const problem of address.problems) noteError(problem);

let source: MenuSource | null = null;
let device: ReturnType<typeof runDevice> | null = null;

function follow(): void {
  source?.stop();
  source = followMenu(
    { locationId, tvNumber: isDevice ? null : tvNumber, leftBelow },
    { command: (command) => void device?.obey(command), leads: (leads) => device?.lead(leads) },
  );
}

function onPaired(): void {
  changeDisplay({ stage: 'starting', trouble: null });
  follow();
}

function noteFailure(reason: unknown): void {
  noteError(reason instanceof Error ? reason.message : String(reason));
}

window.addEventListener('error', ({ message }) => noteError(message));
window.addEventListener('unhandledrejection', ({ reason }) => noteFailure(reason));

const isHeld = !isDevice && tvNumber === null && isPhone({ width: window.innerWidth, height: window.innerHeight });
document.documentElement.classList.toggle('is-phone', isHeld);
if (!isHeld) {
  void import('./page/awake.ts').then(({ stayAwake }) => stayAwake(), noteFailure);
  const timeZone = () => displayState().menu?.display.location.time_zone ?? null;
  const isDark = () => presentlyOnShow()?.isDark === true;
  void import('./page/watchdog.ts').then(({ watchOver }) => watchOver({ nowMs, timeZone, isDark }), noteFailure);
  // The server has the files of the newest build only. A page that stays open through a deploy has its own already.
  void import('./screen/announcements.tsx').catch(() => undefined);
  // Browsers have service workers only with TLS. `Notices` says so on the screen.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void import('./page/restart-files.ts').then(({ keepForRestart }) => keepForRestart(address)).catch(() => undefined);
  }
}
if (isDevice) {
  // Only paired screens report themselves. If that fails, the menu is shown all the same.
  void import('./paired/device.ts')
    .then(({ runDevice }) => {
      device = runDevice(() => source);
    })
    .catch(noteFailure)
    .finally(follow);
  // A screen may stand at its code through several deploys, and then lead.
  void import('./paired/pairing.tsx').catch(() => undefined);
  void import('./source/shared-stream.ts').catch(() => undefined);
} else {
  follow();
  if (tvNumber !== null)
    void import('./report/proof-of-play.ts').then(({ logWindow }) => logWindow(tvNumber), noteFailure);
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <Guard>
    <Display address={address} onPaired={onPaired} />
  </Guard>,
);
