import { displayQuantity, fromQuantityNumber, toQuantityNumber } from '#domain/quantity.ts';
import { accept } from '#domain/result.ts';
import { readQuantity } from '#domain/typed.ts';
import { useMay } from '#web/api/session/session.ts';
import { SavedFigure } from '#web/entities/command/saved-figure.tsx';
import { levelSubject, type Place, reorderLevelCommand } from './stock-figure-command.ts';

const textOf = (level: number | null): string => (level === null ? '' : displayQuantity(fromQuantityNumber(level)));

/** The text as it is shown. */
function read(typed: string) {
  const level = readQuantity(typed);
  return level.ok ? accept(displayQuantity(level.value)) : level;
}

function levelIn(text: string): number | null {
  const level = text === '' ? null : readQuantity(text);
  return level?.ok ? toQuantityNumber(level.value) : null;
}

/** The reorder level of an item at a location; empty for none. */
export function ReorderLevel({
  place,
  level,
  name,
  unit,
  labelled = false,
}: {
  place: Place;
  level: number | null;
  name: string;
  unit?: string | undefined;
  /** Shows its name before the field; a list has the name in its head. */
  labelled?: boolean;
}) {
  const may = useMay('adjust-stock');
  return (
    <SavedFigure
      definition={reorderLevelCommand}
      subject={levelSubject(place)}
      title={`The reorder level of ${name}`}
      label={labelled ? 'Reorder level' : `Reorder level of ${name}`}
      hint="At this stock or below it counts as low; empty for never"
      labelled={labelled}
      value={textOf(level)}
      read={read}
      request={(text, seen) => ({
        body: {
          product_id: place.productId,
          variation_id: place.variationId,
          location_id: place.locationId,
          reorder_level: levelIn(text),
          seen_level: levelIn(seen),
        },
      })}
      readOnly={!may}
      placeholder="Never"
      unit={unit ?? ''}
    />
  );
}
