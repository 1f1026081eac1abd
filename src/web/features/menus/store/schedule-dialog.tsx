import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WireTvSchedule } from '#contract/store-configs.ts';
import { dayIn } from '#domain/day.ts';
import { WEEKDAYS } from '#domain/opening-hours.ts';
import { useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';
import { newSlot, nextDay, scheduleProblem, type ScheduleFields, type Slot } from './schedule-fields.ts';
import { SlotRow } from './slot-row.tsx';
import { scheduleCommand, scheduleSubject, useTvSchedule } from './store-queries.ts';
import { Select } from '#web/ui/fields/select.tsx';

const DAYS = WEEKDAYS.map((label, place) => ({ value: String(place + 1), label }));

/** The times at which a TV shows something special, by the clock of its location. Rule: menus/schedule. */
export function ScheduleDialog({
  tv,
  onClose,
}: {
  tv: { readonly tv_number: number; readonly display_name: string };
  onClose: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const schedule = useTvSchedule(tv.tv_number);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Schedule of ${tv.display_name}`}
      description={`Times of the location, ${timeZone.replaceAll('_', ' ')}. At all other times it shows its usual menu.`}
      size={900}
    >
      {schedule.isPending ? (
        <LoadingPanel label="Loading schedule..." />
      ) : schedule.data === undefined ? (
        <ErrorPanel
          title="Failed to load the schedule"
          error={schedule.error}
          onRetry={() => void schedule.refetch()}
        />
      ) : (
        <ScheduleForm tvNumber={tv.tv_number} name={tv.display_name} saved={schedule.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ScheduleForm({
  tvNumber,
  name,
  saved,
  onClose,
}: {
  tvNumber: number;
  name: string;
  saved: WireTvSchedule;
  onClose: () => void;
}) {
  const { location_id: locationId, time_zone: timeZone } = useUser();
  const mayEdit = useMay('edit-menus');
  // The form follows other people's saves until something is typed. After that it keeps the version it was based on, so
  // that a conflicting save is refused.
  const [typed, setTyped] = useState<(ScheduleFields & { readonly version: number }) | null>(null);
  const { weekly, days, version } = typed ?? saved;
  const [wrong, setWrong] = useState<string | null>(null);
  const [today] = useState(() => dayIn(timeZone, new Date()));
  const saving = useCommand(scheduleCommand, scheduleSubject(tvNumber), (outcome) => {
    const why = whyRefused(outcome);
    if (why === null) return onClose();
    const theirs = outcome.kind === 'refused' ? versionMeanwhile(outcome.error) : null;
    if (theirs !== null) {
      setTyped({ weekly, days, version: theirs });
      setWrong('Nothing was saved: somebody else changed this schedule meanwhile. Save again to replace theirs.');
    } else setWrong(`Nothing was saved. ${why}`);
  });
  const change = (part: Partial<ScheduleFields>) => {
    setWrong(null);
    setTyped({ weekly, days, version, ...part });
  };

  async function save(): Promise<void> {
    const problem = scheduleProblem({ weekly, days });
    if (problem !== null) return setWrong(problem);
    const isSent = await saving.send({
      title: `Schedule of ${name}`,
      params: { tv_number: String(tvNumber) },
      body: {
        ...(locationId !== null && { location_id: locationId }),
        weekly: [...weekly],
        days: days.map(({ day, slots }) => ({ day, slots: [...slots] })),
        version,
      },
      memo: null,
    });
    if (!isSent) setWrong(whyNotSent(undefined));
  }

  return (
    <>
      <fieldset disabled={!mayEdit || saving.open !== null} className="min-w-0">
        <h3 className="text-base font-medium">Every week</h3>
        <ul aria-label="Every week" className="mt-1 divide-y divide-line">
          {weekly.map(({ weekday, ...slot }, place) => (
            <SlotRow
              // oxlint-disable-next-line react/no-array-index-key -- a time has no name of its own
              key={place}
              slot={slot}
              label={`Time ${place + 1}`}
              onChange={(next) =>
                change({ weekly: weekly.map((one, at) => (at === place ? { weekday, ...next } : one)) })
              }
              onRemove={() => change({ weekly: weekly.filter((_, at) => at !== place) })}
            >
              <Select
                label={`Day of time ${place + 1}`}
                value={String(weekday)}
                onChange={(day) =>
                  change({
                    weekly: weekly.map((one, at) => (at === place ? { ...one, weekday: Number(day) } : one)),
                  })
                }
                options={DAYS}
              />
            </SlotRow>
          ))}
        </ul>
        {weekly.length === 0 && <p className="py-1 text-sm text-ink-3">Nothing else than the usual menu.</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => change({ weekly: [...weekly, { weekday: 5, ...newSlot() }] })}
          >
            Add time
          </Button>
          {weekly.length > 0 && (
            <Button
              size="sm"
              onClick={() => {
                const { weekday: _day, ...last } = weekly.at(-1) ?? { weekday: 1, ...newSlot() };
                const taken = new Set(weekly.filter((one) => one.starts === last.starts).map((one) => one.weekday));
                const others = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => !taken.has(weekday));
                change({ weekly: [...weekly, ...others.map((weekday) => ({ weekday, ...last }))] });
              }}
            >
              Repeat the last one on all days
            </Button>
          )}
        </div>
        <h3 className="mt-6 text-base font-medium">Dates with times of their own</h3>
        <p className="text-sm text-ink-3">On these dates the times of the week do not count.</p>
        <ul aria-label="Dates" className="mt-1">
          {days.map(({ day, slots }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a date is typed in its row
            <li key={place} className="mt-3 rounded-md border border-line p-3">
              <DayRow
                day={day}
                slots={slots}
                onChange={(next) => change({ days: days.map((one, at) => (at === place ? next : one)) })}
                onRemove={() => change({ days: days.filter((_, at) => at !== place) })}
              />
            </li>
          ))}
        </ul>
        <Button
          size="sm"
          className="mt-3"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => change({ days: [...days, { day: nextDay(days, today), slots: [newSlot()] }] })}
        >
          Add date
        </Button>
      </fieldset>
      <div className="mt-4 flex flex-col gap-2">
        <Checking what="schedule" command={saving.open} />
        {wrong !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {wrong}
          </p>
        )}
        {mayEdit && (
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={saving.open !== null} onClick={() => void save()}>
              Save schedule
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function DayRow({
  day,
  slots,
  onChange,
  onRemove,
}: {
  day: string;
  slots: readonly Slot[];
  onChange: (next: { day: string; slots: readonly Slot[] }) => void;
  onRemove: () => void;
}) {
  return (
    <>
      <div className="flex items-center gap-2">
        <TextInput
          type="date"
          aria-label="Date"
          value={day}
          onChange={({ target }) => onChange({ day: target.value, slots })}
        />
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange({ day, slots: [...slots, newSlot()] })}
        >
          Add time
        </Button>
        <span className="grow" />
        <IconButton label={`Remove ${day}`} size="sm" icon={<Trash2 className="size-4" />} onClick={onRemove} />
      </div>
      <ul aria-label={`Times of ${day}`} className="divide-y divide-line">
        {slots.map((slot, place) => (
          <SlotRow
            // oxlint-disable-next-line react/no-array-index-key -- a time has no name of its own
            key={place}
            slot={slot}
            label={`Time ${place + 1} of ${day}`}
            onChange={(next) => onChange({ day, slots: slots.map((one, at) => (at === place ? next : one)) })}
            onRemove={() => onChange({ day, slots: slots.filter((_, at) => at !== place) })}
          />
        ))}
      </ul>
      {slots.length === 0 && <p className="mt-2 text-sm text-ink-3">The usual menu all day.</p>}
    </>
  );
}
