import { HUNDRED_PERCENT } from '#domain/money.ts';
import { accept } from '#domain/result.ts';
import { readPercent } from '#domain/typed.ts';
import { useMay } from '#web/api/session/session.ts';
import { SavedFigure } from '#web/entities/command/saved-figure.tsx';
import { marginFloorCommand } from '../edit/margin-commands.ts';
import { useMargins } from '../edit/margins.tsx';

/** The text as it is shown. */
function read(typed: string) {
  const percent = readPercent(typed, HUNDRED_PERCENT);
  return percent.ok ? accept(String(percent.value / 100)) : percent;
}

/** The margin below which prices are marked, for people who may see costs. Rule: catalogue/margins. */
export function MarginFloor() {
  const margins = useMargins();
  const mayEdit = useMay('edit-products');
  if (!margins) return null;
  const { floor, version } = margins;
  return (
    <SavedFigure
      definition={marginFloorCommand}
      subject="the margin floor"
      title="The margin floor"
      label="Margin floor"
      hint="Prices that leave less of themselves are marked; empty for none. Taxes that prices contain count as part of them"
      labelled
      value={floor === null ? '' : String(floor / 100)}
      read={read}
      request={(text) => ({ body: { floor: text === '' ? null : Number(text), version } })}
      readOnly={!mayEdit}
      placeholder="None"
      unit="%"
    />
  );
}
