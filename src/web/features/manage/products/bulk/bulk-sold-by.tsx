import { type Unit, UNITS } from '#domain/unit.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type BulkFormProps, Choice, Figure, Line, put, Rounded, SAME, STAYS } from './bulk-controls.tsx';
import { type FloorWay, useBulkDraft } from './bulk-draft.ts';

const FLOOR_WAYS: { value: FloorWay | typeof SAME; label: string }[] = [
  STAYS,
  { value: 'percent', label: 'Percent below the price' },
  { value: 'price', label: 'One floor price for all' },
  { value: 'none', label: 'None' },
];

const PIECE = 'piece';

/** Unit, step and floor price. Rules: catalogue/unit-and-step, pricing/floor-price. */
export function SoldBy({ problems, disabled }: BulkFormProps) {
  const { soldBy, floor } = useBulkDraft();
  const { unit, step } = soldBy;
  return (
    <Line>
      <Choice<Unit | typeof PIECE | typeof SAME>
        label="Sold by"
        hint="Only while nothing was counted, bought or sold in the former unit."
        disabled={disabled}
        value={unit === null ? SAME : (unit.unit ?? PIECE)}
        options={[STAYS, { value: PIECE, label: 'Piece' }, ...UNITS.map((value) => ({ value, label: value }))]}
        onChange={(next) =>
          put({ soldBy: { step, unit: next === SAME ? null : { unit: next === PIECE ? null : next } } })
        }
      />
      <TextField
        label="In steps of"
        inputMode="decimal"
        maxLength={12}
        disabled={disabled}
        value={step}
        error={problems.step}
        hint={problems.step === undefined ? 'Empty: stays as it is.' : undefined}
        trailing={unit?.unit && <span className="px-2.5 text-sm text-ink-3">{unit.unit}</span>}
        onChange={({ target }) => put({ soldBy: { unit, step: target.value } })}
      />
      <Choice
        label="Floor price"
        hint="Less by hand needs a manager."
        disabled={disabled}
        value={floor.way ?? SAME}
        options={FLOOR_WAYS}
        onChange={(way) => put({ floor: { ...floor, way: way === SAME ? null : way } })}
      />
      {floor.way === null || floor.way === 'none' ? (
        <span />
      ) : (
        <div className="field-columns-2 items-start gap-4">
          <Figure
            unit={floor.way === 'percent' ? '%' : '$'}
            disabled={disabled}
            value={floor.by}
            problem={problems.floor}
            onChange={(by) => put({ floor: { ...floor, by } })}
          />
          {floor.way === 'percent' && (
            <Rounded
              disabled={disabled}
              value={floor.rounding}
              onChange={(rounding) => put({ floor: { ...floor, rounding } })}
            />
          )}
        </div>
      )}
    </Line>
  );
}
