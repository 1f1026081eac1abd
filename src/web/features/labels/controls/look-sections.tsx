import { counted } from '#domain/counted.ts';
import { BARCODE_CHOICES, type BarcodeChoice } from '#domain/labels/barcode.ts';
import { perPage, type LabelTemplate } from '#domain/labels/template.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { change, useLabels } from '../labels-state.ts';
import { Pairs, Section } from './section.tsx';
import { SwitchRow } from './switch-row.tsx';

export function DisplaySection() {
  const { showBorders, showLogo } = useLabels();
  return (
    <Section title="Display">
      <Pairs>
        <SwitchRow label="Show Borders" on={showBorders} onChange={(on) => change({ showBorders: on })} />
        <SwitchRow label="Show Logo" on={showLogo} onChange={(on) => change({ showLogo: on })} />
      </Pairs>
    </Section>
  );
}

const BARCODE_LABELS: Record<BarcodeChoice, string> = {
  none: 'No barcode',
  item: 'EAN-13 / UPC-A, else SKU',
  sku: 'SKU as Code 128',
  qr: 'QR code',
};

export function BarcodeSection() {
  const barcode = useLabels((state) => state.barcode);
  const hasTyped = useLabels(({ rows }) => rows.some((row) => row.kind === 'typed' && row.code !== ''));
  return (
    <Section
      title="Barcode"
      note={barcode === 'none' && hasTyped && 'Manual labels keep the barcode that was typed for them.'}
    >
      <Select
        label="Barcode"
        className="w-full"
        value={barcode}
        onChange={(next) => change({ barcode: next })}
        options={BARCODE_CHOICES.map((value) => ({ value, label: BARCODE_LABELS[value] }))}
      />
    </Section>
  );
}

/** Inches with at most four decimals and no trailing zeros, as label makers print them. */
const inches = (value: number): string => String(Math.round(value * 10_000) / 10_000);

export function SpecificationsSection({ template, records }: { template: LabelTemplate; records: number }) {
  const { page, grid } = template;
  return (
    <Section title="Specifications">
      <Facts>
        <Fact name="Page size">
          {page.size === 'letter' && 'Letter, '}
          {inches(page.widthIn)} x {inches(page.heightIn)} in
        </Fact>
        <Fact name="Grid">
          {grid.rows} {grid.rows === 1 ? 'row' : 'rows'} x {grid.columns} {grid.columns === 1 ? 'column' : 'columns'}
        </Fact>
        <Fact name="Label size">
          {inches(grid.labelWidthIn)} x {inches(grid.labelHeightIn)} in
        </Fact>
        <Fact name="Per page">{counted(perPage(template), 'label')}</Fact>
        <Fact name="Records">{records.toLocaleString('en-US')}</Fact>
      </Facts>
    </Section>
  );
}
