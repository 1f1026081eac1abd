import { Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { LABEL_FIELDS, type LabelField, MOST_BLUEPRINT_ITEMS } from '#domain/labels/lines.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Pairs, Section } from '../controls/section.tsx';
import { SwitchRow } from '../controls/switch-row.tsx';
import type { Selected } from '../controls/product-sections.tsx';
import { change, toggleField, useLabels } from '../labels-state.ts';

const FieldEditor = lazyPart(async () => (await import('./field-editor.tsx')).FieldEditor);

const FIELD_LABELS: Record<LabelField, string> = {
  effect: 'Effect',
  lineage: 'Lineage',
  nose: 'Nose',
  terpene: 'Terpene',
  strain_type: 'Strain Type',
  thca_percentage: 'THCA',
  supplier: 'Supplier',
};

/**
 * Chooses the fields on the labels. People who may edit products can also change the selected product's values here.
 */
export function BlueprintFieldsSection({ selected }: { selected: Selected | null }) {
  const { fields, editing } = useLabels();
  const mayEdit = useMay('edit-products');
  const valueOf = (field: LabelField) => selected?.product.blueprint[field]?.trim() ?? '';
  const shown = LABEL_FIELDS.filter((field) => fields.includes(field));
  const left = shown.slice(MOST_BLUEPRINT_ITEMS).map((field) => FIELD_LABELS[field]);
  const missing = selected ? shown.filter((field) => valueOf(field) === '').map((field) => FIELD_LABELS[field]) : [];
  const notes = [
    left.length > 0
      ? `A label has room for four: ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} left out.`
      : '',
    missing.length > 0 ? `This product has no ${missing.join(', ')}: shown as a sample, not printed.` : '',
  ].filter((note) => note !== '');
  return (
    <Section title="Blueprint Fields" note={notes.length > 0 && notes.join(' ')}>
      <Pairs>
        {LABEL_FIELDS.map((field) => (
          <SwitchRow
            key={field}
            label={FIELD_LABELS[field]}
            on={fields.includes(field)}
            disabled={selected === null}
            title={selected === null ? undefined : valueOf(field) || 'No value'}
            onChange={(on) => toggleField(field, on)}
          />
        ))}
      </Pairs>
      {mayEdit && selected && !editing && (
        <Button
          className="mt-2 w-full"
          icon={<Pencil aria-hidden className="size-4" />}
          onClick={() => change({ editing: true })}
        >
          Edit fields
        </Button>
      )}
      {mayEdit && selected && editing && (
        <Suspense fallback={null}>
          <FieldEditor
            key={selected.product.id}
            product={selected.product}
            onClose={() => change({ editing: false })}
          />
        </Suspense>
      )}
    </Section>
  );
}
