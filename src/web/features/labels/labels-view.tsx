import { MapPinOff } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { LabelPrinter } from '#contract/label-printers.ts';
import type { LayoutWarning } from '#domain/labels/layout.ts';
import { MOST_PRINTED } from '#domain/labels/pages.ts';
import { perPage } from '#domain/labels/template.ts';
import { dayIn } from '#domain/day.ts';
import { useUser } from '#web/api/session/session.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { usePrinters } from '#web/entities/labels/printers.ts';
import { useLabelWish } from '#web/entities/labels/label-wish.ts';
import { SidePanelLayout } from '#web/ui/layers/side-panel.tsx';
import { PrintHere } from '#web/ui/print-here.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel, NOT_ASSIGNED } from '#web/ui/status/panels.tsx';
import { ActionsSection } from './controls/actions-section.tsx';
import { BarcodeSection, DisplaySection, SpecificationsSection } from './controls/look-sections.tsx';
import {
  ExtraFieldsSection,
  PricingTiersSection,
  ProductSection,
  type Selected,
} from './controls/product-sections.tsx';
import { DetailsSection, PresetSection } from './controls/details-section.tsx';
import { BlueprintFieldsSection } from './fields/blueprint-fields-section.tsx';
import { DataSection } from './data/data-section.tsx';
import { copiesFor, labelItems, printedDay, sampleContent } from './label-items.ts';
import { editFields, LABELS_PER_PRODUCT, pickProduct, takeItems, useLabels } from './labels-state.ts';
import { Preview } from './preview/preview.tsx';
import { loadLabelFonts } from './print/label-fonts.ts';
import { cssSizeOf, PrintedPages } from './print/printed-pages.tsx';
import { printersFor, PrinterSection, printOn } from './print/printer-section.tsx';
import { offerNextStart } from './print/next-start.ts';
import { PrintsSection } from './prints/prints-section.tsx';
import { recordPrint } from './prints/print-queries.ts';
import { saveZpl } from './print/save-zpl.ts';
import { savePdf } from './print/save-pdf.ts';
import { TemplateSection } from './templates/template-section.tsx';
import { type Stock, useTemplates } from './templates/template-queries.ts';
import { useCalibration, usePrinterDpi, useStart, useWarning } from './till-sheets.ts';
import { lookForWarnings, previewOf, sheetOf } from './sheet.ts';

/** The remembered state of a view, as far as labels use it. */
interface LabelsViewState {
  readonly productId: number | null;
}

interface LabelsViewProps {
  state: LabelsViewState;
  update: (change: Partial<LabelsViewState>) => void;
}

/** The Labels view: the page as it will be printed, and its settings. */
export function LabelsView(props: LabelsViewProps) {
  const { location_id: locationId } = useUser();
  if (locationId === null)
    return <EmptyPanel icon={<MapPinOff aria-hidden />} title="No location" hint={NOT_ASSIGNED} />;
  return <Labels {...props} />;
}

const NO_PRINTERS: readonly LabelPrinter[] = [];

/** Today at the shop, in the form that labels print. */
const todayIn = (timeZone: string): string => printedDay(dayIn(timeZone, new Date()));

/** The part of the state that the pages depend on. The selected row and open editors are no part of it. */
const printedPart = ({
  rows,
  extras,
  fields,
  showTierPrice,
  showTierLabel,
  showBorders,
  showLogo,
  barcode,
  details,
  showWarning,
}: ReturnType<typeof useLabels.getState>) => ({
  ...{ rows, extras, fields, showTierPrice, showTierLabel, showBorders, showLogo, barcode, details, showWarning },
});

function useLabelSheets({ template }: Stock) {
  const { byId } = useCatalogue();
  const { time_zone: timeZone } = useUser();
  const state = useLabels(useShallow(printedPart));
  const used = useStart(template.id);
  const calibration = useCalibration(template.id);
  const date = todayIn(timeZone);
  const warning = useWarning();
  return useMemo(() => {
    const { showBorders, showLogo } = state;
    const look = { showBorders, showLogo };
    const start = Math.min(used, perPage(template) - 1);
    const around = { date, warning };
    const items = labelItems(state, byId, around);
    const records = items.reduce((sum, { copies }) => sum + copies, 0);
    const isTooMany = records > MOST_PRINTED;
    const sheet = items.length === 0 ? null : sheetOf(template, items, look, start, calibration);
    const copies = Math.min(LABELS_PER_PRODUCT, perPage(template));
    return {
      records,
      isTooMany,
      start,
      calibration,
      look,
      items,
      names: new Map(items.map(({ key, name }) => [key, name])),
      problems: items.flatMap(({ problems }) => problems),
      printed: isTooMany ? null : sheet,
      preview:
        sheet === null || isTooMany
          ? sheetOf(template, [{ content: sampleContent(state, around), copies }], look, start)
          : previewOf(sheet, template, items, look),
    };
  }, [state, byId, template, date, warning, used, calibration]);
}

/** Labels are looked at for so long at once. Then the person's next press has its turn. */
const LOOK_MS = 8;
const NONE: ReadonlyMap<LayoutWarning, readonly string[]> = new Map();

/** Names of labels by the compromise made on them. Every label is looked at for them, so the preview is drawn before. */
function useWarnings({ printed, items }: ReturnType<typeof useLabelSheets>): typeof NONE {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (printed === null) return;
    const looking = lookForWarnings(printed);
    const look = (): void => {
      const until = performance.now() + LOOK_MS;
      let next = looking.next();
      while (next.done !== true && performance.now() < until) next = looking.next();
      if (next.done !== true) return void (timer = window.setTimeout(look));
      const places = [...next.value];
      setFound(new Map(places.map(([warning, of]) => [warning, of.map((place) => items[place]?.name ?? '')])));
    };
    let timer = window.setTimeout(look);
    return () => window.clearTimeout(timer);
  }, [printed, items]);
  return printed === null ? NONE : found;
}

function useSelected(): Selected | null {
  const { byId } = useCatalogue();
  const row = useLabels(({ rows, selected }) => rows.find(({ key }) => key === selected));
  const product = row?.kind === 'product' ? byId.get(row.productId) : undefined;
  return row?.kind === 'product' && product ? { row, product } : null;
}

/** Takes the product found by the search. It is remembered with the labels, not in the address. */
function usePickedProduct({ state: { productId }, update }: LabelsViewProps): void {
  useEffect(() => {
    if (productId === null) return;
    pickProduct(productId);
    update({ productId: null });
  }, [productId, update]);
}

/** Opens the fields of the product that another view asked for. */
function useWishedFields(): void {
  const productId = useLabelWish((state) => state.fieldsOf);
  useEffect(() => {
    if (productId === null) return;
    editFields(productId);
    useLabelWish.setState({ fieldsOf: null });
  }, [productId]);
}

/** Takes the labels that another view asked for, once the products are loaded. */
function useWishedLabels(byId: ReadonlyMap<number, RegisterProduct>): void {
  const wished = useLabelWish((state) => state.wished);
  useEffect(() => {
    if (wished === null || byId.size === 0) return;
    takeItems(
      wished.map(({ quantityMilli, copies, ...item }) => ({
        ...item,
        copies: copies ?? copiesFor(byId.get(item.productId), quantityMilli),
      })),
    );
    useLabelWish.setState({ wished: null });
  }, [wished, byId]);
}

function Labels(props: LabelsViewProps) {
  const catalogue = useCatalogue();
  useWishedLabels(catalogue.byId);
  useWishedFields();
  const selected = useSelected();
  const templateId = useLabels((state) => state.templateId);
  const templates = useTemplates();
  const stock = templates.stocks.find(({ template: { id } }) => id === templateId) ?? templates.stocks[0];
  const { template } = stock;
  const sheets = useLabelSheets(stock);
  const { start, calibration, look, items, names, records, isTooMany, printed, preview } = sheets;
  const warnings = useWarnings(sheets);
  const ruler = useLabels((state) => state.ruler);
  const dpi = usePrinterDpi();
  const printers = usePrinters().data ?? NO_PRINTERS;
  const quickPrinter = printersFor(printers, template).find(({ is_default: isDefault }) => isDefault);
  const [quick, setQuick] = useState(0);
  usePickedProduct(props);
  useEffect(() => void loadLabelFonts(document).catch(() => undefined), []);

  if (catalogue.error && catalogue.products.length === 0) {
    return <ErrorPanel title="Failed to fetch products" error={catalogue.error} onRetry={catalogue.refetch} />;
  }
  if (catalogue.isPending) return <LoadingPanel label="Loading labels..." />;
  const onPrinted = (method: 'window' | 'quick' | 'pdf' | 'zpl') => {
    recordPrint(
      template,
      items.map(({ print }) => print),
      method,
    );
    offerNextStart(template, start, records);
  };
  const tooMany = `These are ${records.toLocaleString('en-US')} labels. At most ${MOST_PRINTED.toLocaleString('en-US')} are printed at once.`;
  return (
    <SidePanelLayout
      label="Print Controls"
      summary={`${records.toLocaleString('en-US')} ${records === 1 ? 'label' : 'labels'}`}
      panel={
        <div className="flex h-full min-h-0 flex-col">
          <h2 className="flex h-12 shrink-0 items-center border-b border-line px-4 text-base font-semibold max-[899px]:hidden">
            Print Controls
          </h2>
          <div className="min-h-0 grow overflow-y-auto">
            <ActionsSection
              sheet={printed}
              template={template}
              start={start}
              problems={isTooMany ? [tooMany, ...sheets.problems] : sheets.problems}
              warnings={warnings}
              onPrinted={onPrinted}
              onQuickPrint={() =>
                quickPrinter ? void printOn(quickPrinter, template, items, look) : setQuick((turn) => turn + 1)
              }
              quickPrinter={quickPrinter?.name ?? null}
              onSaveZpl={template.page.size === 'roll' ? () => saveZpl(template, items, look, dpi) : null}
              onSavePdf={() => savePdf(template, items, look, { start, ruler, calibration })}
            />
            {printers.length > 0 && (
              <PrinterSection
                printers={printers}
                template={template}
                items={printed === null ? [] : items}
                look={look}
              />
            )}
            <DisplaySection />
            <TemplateSection
              stocks={templates.stocks}
              stock={stock}
              error={templates.error}
              onRetry={() => void templates.refetch()}
            />
            <ProductSection selected={selected} names={names} />
            <PresetSection />
            <ExtraFieldsSection isSelected={selected !== null} />
            <BlueprintFieldsSection selected={selected} />
            <PricingTiersSection selected={selected} />
            <DetailsSection />
            <BarcodeSection />
            <DataSection />
            <PrintsSection stocks={templates.stocks} />
            <SpecificationsSection template={template} records={records} />
          </div>
        </div>
      }
    >
      <Preview sheet={preview} template={template} start={start} isSample={printed === null} />
      {quick > 0 && printed && (
        <PrintHere
          key={quick}
          pageSize={() => cssSizeOf(printed)}
          onPrinted={() => {
            setQuick(0);
            onPrinted('quick');
          }}
        >
          <PrintedPages sheet={printed} />
        </PrintHere>
      )}
    </SidePanelLayout>
  );
}
