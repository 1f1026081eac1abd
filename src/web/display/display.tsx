import { type FunctionComponent, lazy, memo, Suspense, useEffect, useMemo, useState } from 'react';
import { shelfOf } from '#contract/menu-shelf.ts';
import { menuPlan } from '#domain/menu/menu-plan.ts';
import type { OnScreen } from '#domain/menu/on-screen.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { MenuScreen } from '#web/menu/menu-screen.tsx';
import type { DisplayAddress } from './address.ts';
import { clockAheadMs } from './clock.ts';
import { onScreenAt } from './screen/on-screen.ts';
import { keepOnShow, pageOf } from './report/on-show.ts';
import { AsOf } from './screen/menu-age.tsx';
import { Message } from './screen/message.tsx';
import { type KnownMenu, useDisplay } from './store.ts';
import { isPhone, isTurned, useOwnClock, useWindowSize } from './screen/use-window.ts';

const Screen = memo(MenuScreen);
// Messages over the menu, which are rare. The menu works without them if their code cannot be fetched.
const nothing: FunctionComponent<object> = () => null;
const announcements = () => import('./screen/announcements.tsx').catch(() => ({ Identify: nothing, Notices: nothing }));
const Identify = lazy(async () => ({ default: (await announcements()).Identify }));
const Notices = lazy(async () => ({ default: (await announcements()).Notices }));
// A screen on the wall needs neither.
const Pairing = lazy(async () => ({ default: (await import('./paired/pairing.tsx')).Pairing }));
// A phone shows all products: they are drawn when they change, not at each tick of the clock.
const CustomersMenu = lazy(async () => ({
  default: memo((await import('./screen/customers-menu.tsx')).CustomersMenu),
}));

/** The latest planned price change that is past. The menu is drawn again when this changes, not every second. */
function pricesInstant({ products }: Shelf, now: number): number {
  return products.reduce((latest, { changes }) => {
    const last = changes.findLast(({ fromMs }) => fromMs <= now)?.fromMs ?? 0;
    return Math.max(latest, last);
  }, 0);
}

/** A still picture burns into some TVs, so the menu moves by a pixel or two, one step a minute. */
const ORBIT = [
  [0, 0],
  [1, 0],
  [2, 1],
  [2, 2],
  [1, 2],
  [0, 1],
] as const;

function useOnScreen(menu: KnownMenu, shelf: Shelf, address: DisplayAddress, now: number): OnScreen {
  // A schedule turns at whole minutes.
  const minute = Math.floor(now / 60_000);
  return useMemo(() => onScreenAt(menu, shelf, address, new Date(minute * 60_000)), [menu, shelf, address, minute]);
}

function Wall({ menu, shelf, shown, now }: { menu: KnownMenu; shelf: Shelf; shown: OnScreen; now: number }) {
  const { layout, theme, layoutId, themeId } = shown;
  const isDark = shown.dark !== null;
  const size = useWindowSize();
  const turn = Math.floor(now / (layout.pageSeconds * 1000));
  const prices = pricesInstant(shelf, now);
  const plan = useMemo(() => menuPlan(layout, shelf, prices), [layout, shelf, prices]);
  useEffect(() => {
    const { display } = menu;
    keepOnShow({
      ...pageOf(plan, turn),
      layoutId,
      themeId,
      revision: display.revision,
      shelfVersion: menu.shelf.version,
      isDark,
      pricesMs: prices,
    });
  }, [menu, plan, turn, layoutId, themeId, isDark, prices]);
  const turned = isTurned(menu.display.device !== null, layout.orientation, size);
  const [width, height] = turned ? [size.height, size.width] : [size.width, size.height];
  const [x, y] = ORBIT[Math.floor(now / 60_000) % ORBIT.length] ?? [0, 0];
  return (
    <div
      className="display-wall"
      style={{
        width,
        height,
        transform: turned ? `translate(${size.width + x}px, ${y}px) rotate(90deg)` : `translate(${x}px, ${y}px)`,
      }}
    >
      <Screen layout={layout} theme={theme} shelf={shelf} width={width} height={height} page={turn} nowMs={prices} />
    </div>
  );
}

/** A black picture. A TV without any picture falls asleep and does not wake up. */
function Dark({ ownMs }: { ownMs: number }) {
  const [awakeUntil, setAwakeUntil] = useState(0);
  useEffect(() => {
    const wake = () => setAwakeUntil(Date.now() + 60_000);
    window.addEventListener('pointerdown', wake);
    window.addEventListener('keydown', wake);
    return () => {
      window.removeEventListener('pointerdown', wake);
      window.removeEventListener('keydown', wake);
    };
  }, []);
  if (ownMs < awakeUntil) return null;
  const step = Math.floor(ownMs / 60_000);
  return (
    <div className="display-dark" data-testid="dark">
      <span className="display-spark" style={{ left: `${(step * 37) % 97}%`, top: `${(step * 53) % 97}%` }} />
    </div>
  );
}

function Showing({ menu, address }: { menu: KnownMenu; address: DisplayAddress }) {
  const ownMs = useOwnClock(1000);
  const now = ownMs + clockAheadMs();
  const shelf = useMemo(() => shelfOf(menu.shelf), [menu.shelf]);
  const shown = useOnScreen(menu, shelf, address, now);
  const size = useWindowSize();
  const { device, tv, location } = menu.display;
  const name = device?.device_name ?? tv?.display_name ?? 'TV';
  if (device === null && address.parameters.tv_number === undefined && isPhone(size)) {
    return (
      <Suspense>
        <CustomersMenu menu={menu} shelf={shelf} shown={shown} pricesMs={pricesInstant(shelf, now)} />
        <AsOf now={now} timeZone={location.time_zone} />
      </Suspense>
    );
  }
  return (
    <main className="display-main" aria-label={`Menu of ${location.name}`}>
      <h1 className="display-unseen">Menu of {location.name}</h1>
      <Wall menu={menu} shelf={shelf} shown={shown} now={now} />
      {shown.dark === null ? <AsOf now={now} timeZone={location.time_zone} /> : <Dark ownMs={ownMs} />}
      <Suspense>
        <Identify ownMs={ownMs} number={tv?.tv_number ?? address.parameters.tv_number ?? null} name={name} />
        {shown.dark === null && <Notices address={address} />}
      </Suspense>
    </main>
  );
}

export function Display({ address, onPaired }: { address: DisplayAddress; onPaired: () => void }) {
  const { stage, menu, trouble } = useDisplay();
  if (stage === 'pairing') {
    return (
      <Suspense>
        <Pairing onPaired={onPaired} />
        <Notices address={address} />
      </Suspense>
    );
  }
  if (stage !== 'unavailable' && menu !== null) return <Showing menu={menu} address={address} />;
  const again = trouble === null ? null : `${trouble} Trying again; nothing needs to be done here.`;
  return (
    <>
      {stage === 'unavailable' ? (
        <Message title="This menu is not available" hint="Please ask at the counter." />
      ) : (
        <Message title="Loading the menu" hint={again} />
      )}
      <Suspense>
        <Notices address={address} />
      </Suspense>
    </>
  );
}
