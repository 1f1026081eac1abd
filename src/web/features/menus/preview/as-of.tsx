import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { fromWallTime, toWallTime } from '#web/ui/wall-time.ts';
import { PRICED_DAYS, type WireMenuDisplay } from '#contract/menu-shelf.ts';
import type { OnScreen } from '#domain/menu/on-screen.ts';
import { menusAddress, showAsOf } from '../menus-address.ts';

/** Stands for the menu in the builder. */
const THIS_MENU = 'draft';

/**
 * Chooses another instant, and the menu to preview: the one in the builder, or the one that a TV's schedule shows then.
 * Rule: menus/preview.
 */
export function AsOf({
  tvs,
  onClose,
}: {
  tvs: readonly { readonly tv_number: number; readonly display_name: string }[];
  onClose: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const { instant, tvNumber } = menusAddress.use();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-4 py-2 text-sm">
      <span aria-hidden className="text-ink-2">
        Show
      </span>
      <Select
        label="What to show"
        value={tvNumber === null ? THIS_MENU : String(tvNumber)}
        onChange={(chosen) => showAsOf({ instant, tvNumber: chosen === THIS_MENU ? null : Number(chosen) })}
        options={[
          { value: THIS_MENU, label: 'This menu' },
          ...tvs.map((tv) => ({ value: String(tv.tv_number), label: `${tv.tv_number} · ${tv.display_name}` })),
        ]}
      />
      <span aria-hidden className="text-ink-2">
        as of
      </span>
      <TextInput
        type="datetime-local"
        aria-label="Date and time at the location"
        value={instant === null ? '' : toWallTime(instant, timeZone)}
        onChange={({ target }) => showAsOf({ instant: fromWallTime(target.value, timeZone), tvNumber }, 'later')}
      />
      {instant !== null && (
        <Button size="sm" onClick={() => showAsOf({ instant: null, tvNumber })}>
          Now
        </Button>
      )}
      <span className="grow" />
      <Button
        size="sm"
        onClick={() => {
          showAsOf({ instant: null, tvNumber: null });
          onClose();
        }}
      >
        Back to building
      </Button>
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

const DARK = {
  off: ' The screen is black then: it is switched off.',
  closed: ' The screen is black then: the location is closed.',
} as const;

/** A sentence about the limits of the prices at another instant; empty if they are known. */
export function pricesSentence(instant: string | null, nowMs: number): string {
  if (instant === null) return '';
  const days = (Date.parse(instant) - nowMs) / DAY_MS;
  if (days < 0) return 'Prices and stock are those of now.';
  return days > PRICED_DAYS ? `Prices are those of the coming ${PRICED_DAYS} days; later ones are not known here.` : '';
}

/** A sentence about the content of a TV at the instant. */
export function showingSentence(
  display: WireMenuDisplay,
  dark: OnScreen['dark'],
  instant: string | null,
  timeZone: string,
): string {
  const { showing, configs, tv } = display;
  const name = (id: number | null) => configs.find((config) => config.id === id)?.name ?? 'the plain one';
  const when = instant === null ? 'now' : `on ${displayInstant(instant, timeZone)}`;
  const until = showing.until === null ? '' : ` until ${displayInstant(showing.until, timeZone)}`;
  const slot = showing.name === '' ? '' : `${showing.name}: `;
  return `${tv?.display_name ?? 'This TV'} ${when}: ${slot}layout ${name(showing.layout_id)}, theme ${name(showing.theme_id)}${until}.${dark === null ? '' : DARK[dark]}`;
}
