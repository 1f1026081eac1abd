import { UNITS } from '#domain/unit.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Part, type SectionProps } from './form-part.tsx';

const PIECE = 'piece';

/** Unit, step and floor price. Rules: catalogue/unit-and-step, pricing/floor-price. */
export function SoldBy({ product, fields, problemOf, disabled, onEdit }: SectionProps) {
  const by = fields.unit ?? 'piece';
  return (
    <Part
      title="Sold by"
      hint={
        product?.pricing
          ? 'Tiers have units of their own. Unit and step have no effect beside them.'
          : fields.unit === null
            ? undefined
            : `The price is for 1 ${by}, and stock is counted in ${by}.`
      }
    >
      <div className="field-columns-3 items-start gap-4">
        <Field label="Unit" error={problemOf('unit')}>
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={disabled}
              value={fields.unit ?? PIECE}
              options={[{ value: PIECE, label: 'Piece' }, ...UNITS.map((value) => ({ value, label: value }))]}
              onChange={(unit) => onEdit({ unit: unit === PIECE ? null : unit })}
            />
          )}
        </Field>
        <TextField
          label="In steps of"
          inputMode="decimal"
          maxLength={12}
          disabled={disabled}
          value={fields.step}
          error={problemOf('step')}
          hint={problemOf('step') === undefined ? 'The smallest quantity that is sold.' : undefined}
          trailing={fields.unit !== null && <span className="px-2.5 text-sm text-ink-3">{fields.unit}</span>}
          onChange={({ target }) => onEdit({ step: target.value })}
        />
        <TextField
          label={`Floor price per ${by}`}
          inputMode="decimal"
          leading="$"
          maxLength={20}
          disabled={disabled}
          value={fields.floor_price}
          error={problemOf('floor_price')}
          hint={
            problemOf('floor_price') === undefined ? 'A price below it needs a manager. Empty: no floor.' : undefined
          }
          onChange={({ target }) => onEdit({ floor_price: target.value })}
        />
      </div>
    </Part>
  );
}
