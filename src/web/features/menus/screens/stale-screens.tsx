import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { WireTvDevice } from '#contract/tv.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { wrongLine } from './screen-words.ts';

/** The stale screens, with the reason and the time since. Rule: menus/stale-screens. */
export function StaleScreens({ screens }: { screens: readonly WireTvDevice[] }) {
  const { time_zone: timeZone } = useUser();
  const [isOpen, setOpen] = useState(false);
  const stale = screens.filter(({ wrong }) => wrong !== null);
  if (stale.length === 0) return null;
  return (
    <section aria-label="Stale screens" className="m-3 mb-0 rounded-md bg-yellow-soft px-3 py-2.5 text-sm">
      <div className="flex items-center gap-2">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-yellow" />
        <h3 className="grow font-medium">
          {stale.length === 1 ? '1 screen is out of date' : `${stale.length} screens are out of date`}
        </h3>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      {isOpen && (
        <ul className="mt-2 flex flex-col gap-2">
          {stale.map((screen) => (
            <li key={screen.id}>
              <p className="font-medium">{screen.device_name}</p>
              <p className="text-ink-2">{wrongLine(screen, timeZone)}</p>
              {(screen.wrong?.items ?? []).map(({ product_id: id, name, shows, should_show: should }) => (
                <p key={id} className="text-ink-2">
                  {name}: {shows}, should be {should}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
