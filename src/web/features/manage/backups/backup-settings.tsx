import type { BackupSettings as Settings } from '#contract/backups.ts';
import { readWhole } from '#domain/typed.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SaveForm } from '../form/save-form.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useRecordForm } from '../form/record-form.ts';
import { backupSettingsCommand } from './backup-queries.ts';

type Fields = Readonly<{ daily: boolean; time: string; keep: string; warn: string }>;

const LABELS = {
  daily: 'Every day',
  time: 'Time of the day',
  keep: 'Archives to keep',
  warn: 'Warn after hours',
};

const wholeOf = (typed: string, most: number): number | null => {
  const read = readWhole(typed, { least: 1, most });
  return read.ok ? read.value : null;
};

/** The schedule of backups, and the time without one after which the shop is warned. */
export function BackupSettings({ settings, timeZone }: { settings: Settings; timeZone: string }) {
  const { is_daily: daily, at_time: time, keep, warn_after_hours: warn, version } = settings;
  const current: Fields = { daily, time, keep: String(keep), warn: warn === null ? '' : String(warn) };
  const form = useRecordForm(backupSettingsCommand, 'backup settings', current, { version });
  const { fields, isSent, change } = form;
  const [keeps, warnsAfter] = [wholeOf(fields.keep, 365), wholeOf(fields.warn, 8760)];
  const problems: Partial<Record<keyof Fields, string>> = {
    ...(!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(fields.time) && { time: 'Give a time, like 03:00.' }),
    ...(keeps === null && { keep: 'Give a number from 1 to 365.' }),
    ...(fields.warn.trim() !== '' && warnsAfter === null && { warn: 'Give a number from 1 to 8,760.' }),
  };
  const mayPress = Object.keys(problems).length === 0 && form.changed.length > 0 && form.conflicts.length === 0;

  async function save(): Promise<void> {
    if (!mayPress || keeps === null) return;
    const body = {
      is_daily: fields.daily,
      at_time: fields.time,
      keep: keeps,
      warn_after_hours: warnsAfter,
      version,
    };
    await form.save('When backups are made', { body });
  }

  return (
    <SaveForm label="Schedule" className="flex flex-col gap-3" onSave={save}>
      <div className="flex flex-wrap items-start gap-4">
        <Checkbox
          label="Back up every day"
          className="pt-8"
          checked={fields.daily}
          disabled={isSent}
          onChange={(next) => change({ daily: next })}
        />
        <TextField
          label={LABELS.time}
          className="w-36"
          type="time"
          value={fields.time}
          disabled={isSent || !fields.daily}
          hint={timeZone.replaceAll('_', ' ')}
          error={problems.time}
          onChange={({ target }) => change({ time: target.value })}
        />
        <TextField
          label={LABELS.keep}
          className="w-28"
          inputMode="numeric"
          value={fields.keep}
          disabled={isSent}
          error={problems.keep}
          onChange={({ target }) => change({ keep: target.value })}
        />
        <TextField
          label={LABELS.warn}
          className="w-28"
          inputMode="numeric"
          value={fields.warn}
          disabled={isSent}
          hint="Empty for never."
          error={problems.warn}
          onChange={({ target }) => change({ warn: target.value })}
        />
        <div className="flex gap-2 pt-6.5">
          {form.isEdited && !isSent && (
            <Button variant="ghost" onClick={form.discard}>
              Discard
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isSent} disabled={!mayPress && !isSent}>
            Save
          </Button>
        </div>
      </div>
      <FormNotices
        form={form}
        current={current}
        what="schedule"
        labels={LABELS}
        say={(field, of) => (field === 'daily' ? (of.daily ? 'yes' : 'no') : of[field] || 'never')}
      />
    </SaveForm>
  );
}
