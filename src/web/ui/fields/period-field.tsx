import { CalendarDays, Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';
import { FLOATING_ITEM } from '../layers/floating.ts';
import { Popover } from '../layers/popover.tsx';
import { rowAfter } from '../rows/row-keys.ts';
import { useToday } from '../use-today.ts';
import { DayField } from './day-field.tsx';
import { type Days, type Period, PERIOD_LABEL, periodOf, periodsOn, periodWords } from './periods.ts';

type Named = Exclude<Period, 'chosen'>;

/** Arrows move between the periods. */
function moveAmong(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget: button } = event;
  const buttons = [...(button.parentElement?.querySelectorAll('button') ?? [])];
  const to = rowAfter(key, buttons.indexOf(button), buttons.length);
  if (to === null) return;
  event.preventDefault();
  buttons[to]?.focus();
}

/**
 * One control for the days of a list: a period by its name, or a first and a last day. A named period is chosen by one
 * press, which closes the control; days leave it open.
 */
export function PeriodField({
  value,
  timeZone,
  onChange,
}: {
  value: Days;
  /** Of the shop, whose days they are. */
  timeZone: string;
  /** @param period the named period that was chosen; null for a typed day */
  onChange: (days: Days, period: Named | null) => void;
}) {
  const [open, setOpen] = useState(false);
  const today = useToday(timeZone);
  const period = periodOf(value, today);
  return (
    <Popover
      title="Period"
      align="start"
      className="w-auto min-w-72"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          icon={<CalendarDays aria-hidden className="size-4 text-ink-3" />}
          className={cx('max-w-full border-edge! pr-2.5! pl-3! font-normal!', period !== 'any' && 'text-accent-ink!')}
        >
          <span className="truncate">
            <span className="sr-only">Period: </span>
            {periodWords(value, today)}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        </Button>
      }
    >
      <div role="group" aria-label="Periods" className="-mx-1 mb-2 flex flex-col">
        {[...periodsOn(today)].map(([name, days]) => (
          <button
            key={name}
            type="button"
            aria-pressed={period === name}
            onKeyDown={moveAmong}
            onClick={() => {
              onChange(days, name);
              setOpen(false);
            }}
            className={cx(FLOATING_ITEM, 'hover:bg-press')}
          >
            <span className="grow text-left">{PERIOD_LABEL[name]}</span>
            {period === name && <Check aria-hidden className="size-4 text-accent-ink" />}
          </button>
        ))}
      </div>
      <div className="flex items-center gap-1.5 border-t border-line pt-3">
        <DayField
          label="From date"
          value={value.from}
          max={value.to}
          onChange={(from) => onChange({ ...value, from }, null)}
        />
        <span aria-hidden className="text-ink-3">
          –
        </span>
        <DayField
          label="To date"
          value={value.to}
          min={value.from}
          onChange={(to) => onChange({ ...value, to }, null)}
        />
      </div>
    </Popover>
  );
}
