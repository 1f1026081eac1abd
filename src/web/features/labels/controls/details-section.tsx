import { PRESETS } from '#domain/labels/presets.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { change, changeDetails, takePreset, useLabels } from '../labels-state.ts';
import { setWarning, useWarning } from '../till-sheets.ts';
import { Pairs, Section } from './section.tsx';
import { SwitchRow } from './switch-row.tsx';

/** Presets choose the whole content of a kind of label at once. Rule: labels/presets. */
export function PresetSection() {
  return (
    <Section
      title="Presets"
      note="Name, tier price, THCA and strain type. Compliance adds net weight, warning and barcode."
    >
      <Pairs>
        {PRESETS.map((preset) => (
          <Button key={preset.id} onClick={() => takePreset(preset)}>
            {preset.name}
          </Button>
        ))}
      </Pairs>
    </Section>
  );
}

/** Texts that are typed for each print. Rule: labels/print-details. */
export function DetailsSection() {
  const { details, showWarning } = useLabels();
  const warning = useWarning();
  return (
    <Section title="Print Details">
      <Pairs>
        <SwitchRow
          label="Net Weight"
          on={details.showNetWeight}
          onChange={(showNetWeight) => changeDetails({ showNetWeight })}
        />
        <SwitchRow label="Warning" on={showWarning} onChange={(on) => change({ showWarning: on })} />
      </Pairs>
      <div className="mt-3 flex flex-col gap-3">
        {details.showNetWeight && (
          <TextField
            label="Net weight"
            hint="Empty: that of the tier, or of one unit."
            maxLength={40}
            value={details.netWeight}
            onChange={({ target }) => changeDetails({ netWeight: target.value })}
          />
        )}
        {showWarning && (
          <TextField
            label="Warning text"
            hint="As the law here has it. Kept on this till."
            maxLength={300}
            value={warning}
            onChange={({ target }) => setWarning(target.value)}
          />
        )}
        <TextField
          label="Batch"
          maxLength={40}
          value={details.batch}
          onChange={({ target }) => changeDetails({ batch: target.value })}
        />
        <div>
          <span className="mb-1.5 block text-sm font-medium text-ink-2">Package date</span>
          <DayField
            label="Package date"
            value={details.packageDate}
            onChange={(packageDate) => changeDetails({ packageDate })}
          />
        </div>
      </div>
    </Section>
  );
}
