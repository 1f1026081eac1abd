import { type SubmitEvent, useMemo, useState } from 'react';
import type { OwnLabelTemplate } from '#contract/label-templates.ts';
import { toWireTemplate } from '#contract/labels.ts';
import { SAMPLE_FACTS } from '#domain/labels/lines.ts';
import { type LabelTemplate, perPage } from '#domain/labels/template.ts';
import { useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import type { changeLabelTemplateRoute, createLabelTemplateRoute } from '#contract/label-templates.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { PageDrawing } from '../preview/page-drawing.tsx';
import { sheetOf } from '../sheet.ts';
import {
  fieldsOf,
  INCH_FIELDS,
  readTemplate,
  SHEET_FIELDS,
  type TemplateField,
  type TemplateFields,
  type WrongField,
} from './template-fields.ts';
import { changeTemplateCommand, createTemplateCommand, ownTemplateId, templateSubject } from './template-queries.ts';

const SAMPLE = {
  name: SAMPLE_FACTS.name,
  lines: [{ text: 'Type: Hybrid • THCA: 24.5%' }, { text: '3.5 g • $40.00', strong: true }],
  barcode: null,
};
const LOOK = { showBorders: true, showLogo: false };

const GROUPS: readonly { title: string; fields: readonly Exclude<TemplateField, 'name' | 'size' | 'align'>[] }[] = [
  { title: 'Page', fields: ['pageWidth', 'pageHeight', 'left', 'top'] },
  { title: 'Labels', fields: ['columns', 'rows', 'labelWidth', 'labelHeight', 'pitchAcross', 'pitchDown'] },
  { title: 'Look', fields: ['corner', 'padding', 'textSize', 'lineHeight'] },
];
const LABELS: Record<Exclude<TemplateField, 'name' | 'size' | 'align'>, string> = {
  ...INCH_FIELDS,
  columns: 'Columns',
  rows: 'Rows',
  textSize: 'Text size',
  lineHeight: 'Line height',
};
const UNITS: Partial<Record<TemplateField, string>> = { columns: '', rows: '', textSize: 'pt', lineHeight: 'x' };

/**
 * The form of a template, with a preview of its page.
 * @param own the location's template to change; null for a new one
 * @param begun the initial measures of the form
 */
export function TemplateDialog({
  own,
  begun,
  onClose,
  onSaved,
}: {
  own: OwnLabelTemplate | null;
  begun: LabelTemplate;
  onClose: () => void;
  onSaved: (templateId: string) => void;
}) {
  const [typed, setTyped] = useState(() => fieldsOf(begun));
  const [version, setVersion] = useState(own?.version ?? 0);
  const [wrong, setWrong] = useState<WrongField | null>(null);
  const heard = (
    outcome: CommandOutcome<typeof createLabelTemplateRoute | typeof changeLabelTemplateRoute>,
    _: unknown,
    here: boolean,
  ) => {
    // Another window sent this, so the text typed here stays.
    if (!here) return tellOfOther(outcome);
    const why = whyRefused(outcome);
    if (why === null) {
      if (outcome.kind === 'done') onSaved(ownTemplateId(outcome.reply.data.id));
      return onClose();
    }
    const theirs = outcome.kind === 'refused' ? versionMeanwhile(outcome.error) : null;
    if (theirs !== null) setVersion(theirs);
    setWrong({
      code: 'wrong_field',
      field: null,
      sentence:
        theirs === null
          ? `Nothing was saved. ${why}`
          : 'Nothing was saved: somebody else changed this template meanwhile. Save again to replace theirs.',
    });
  };
  const creating = useCommand(createTemplateCommand, templateSubject(null), heard);
  const changing = useCommand(changeTemplateCommand, templateSubject(own), heard);
  const { open, memo } = own === null ? creating : changing;
  const fields = useMemo(() => (memo ? { ...typed, ...memo } : typed), [typed, memo]);
  const read = useMemo(() => readTemplate('', fields), [fields]);

  const change = (part: Partial<TemplateFields>) => {
    setWrong(null);
    setTyped({ ...typed, ...part });
  };

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (open) return;
    if (!read.ok) return setWrong(read.refused);
    const title = `Label template ${read.value.name}`;
    const template = toWireTemplate(read.value);
    const sent = { title, memo: { ...fields } };
    const isSent =
      own === null
        ? await creating.send({ ...sent, body: { template } })
        : await changing.send({
            ...sent,
            params: { id: String(own.id) },
            body: { template, expected_version: version },
          });
    if (!isSent) setWrong({ code: 'wrong_field', field: null, sentence: whyNotSent(undefined) });
  }

  const isSent = open !== null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size={900}
      title={own === null ? 'New template' : `Edit ${own.template.template_name}`}
      description="For this location. Measures in inches, as they stand on the box: 2.625 or 2 5/8."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="label-template" busy={isSent}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-6 min-[760px]:grid-cols-[minmax(0,1fr)_18rem]">
        <form id="label-template" noValidate onSubmit={(event) => void save(event)}>
          <fieldset disabled={isSent} className="flex min-w-0 flex-col gap-4">
            <div className="grid grid-cols-2 gap-3">
              <TextField
                label="Name"
                required
                maxLength={80}
                value={fields.name}
                error={wrong?.field === 'name' && wrong.sentence}
                onChange={({ target }) => change({ name: target.value })}
              />
              <Field label="Stock">
                {(control) => (
                  <Select
                    {...control}
                    className="w-full"
                    disabled={isSent}
                    value={fields.size}
                    onChange={(size) => change({ size })}
                    options={[
                      { value: 'letter', label: 'Sheet of labels' },
                      { value: 'roll', label: 'Roll, one label a page' },
                    ]}
                  />
                )}
              </Field>
            </div>
            {GROUPS.map(({ title, fields: all }) => {
              const shown = all.filter((field) => fields.size === 'letter' || !SHEET_FIELDS.has(field));
              return (
                shown.length > 0 && (
                  <fieldset key={title} className="min-w-0">
                    <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
                    <div className="grid grid-cols-2 items-start gap-3 min-[560px]:grid-cols-4">
                      {shown.map((field) => (
                        <TextField
                          key={field}
                          label={LABELS[field]}
                          inputMode="decimal"
                          maxLength={10}
                          value={fields[field]}
                          trailing={<span className="pr-2 text-xs text-ink-3">{UNITS[field] ?? 'in'}</span>}
                          error={wrong?.field === field && wrong.sentence}
                          onChange={({ target }) => change({ [field]: target.value })}
                        />
                      ))}
                      {title === 'Look' && (
                        <Field label="Text begins">
                          {(control) => (
                            <Select
                              {...control}
                              className="w-full"
                              disabled={isSent}
                              value={fields.align}
                              onChange={(align) => change({ align })}
                              options={[
                                { value: 'left', label: 'Left' },
                                { value: 'center', label: 'Centred' },
                              ]}
                            />
                          )}
                        </Field>
                      )}
                    </div>
                  </fieldset>
                )
              );
            })}
          </fieldset>
          {wrong !== null && wrong.field === null && (
            <p role="alert" className="mt-3 text-sm text-danger-ink">
              {wrong.sentence}
            </p>
          )}
          <div className="mt-3">
            <Checking what="template" command={open} />
          </div>
        </form>
        <TemplatePreview template={read.ok ? read.value : null} problem={read.ok ? null : read.refused.sentence} />
      </div>
    </Dialog>
  );
}

/** The page as typed. While the measures do not fit together, the last valid page is shown faded. */
function TemplatePreview({ template, problem }: { template: LabelTemplate | null; problem: string | null }) {
  const [last, setLast] = useState(template);
  if (template !== null && template !== last) setLast(template);
  const shown = template ?? last;
  const sheet = useMemo(() => shown && sheetOf(shown, [{ content: SAMPLE, copies: perPage(shown) }], LOOK, 0), [shown]);
  const [page] = sheet?.pages ?? [];
  return (
    <figure className="min-w-0">
      <div className="rounded-md border border-line bg-ground p-3" style={{ opacity: template === null ? 0.4 : 1 }}>
        {sheet && page && (
          <PageDrawing
            sheet={sheet}
            page={page}
            label="Template preview"
            fills
            className="mx-auto max-h-[22rem] shadow-float"
          />
        )}
      </div>
      <figcaption className="mt-2 text-sm text-ink-3">
        {problem ?? (shown && `${perPage(shown)} ${perPage(shown) === 1 ? 'label' : 'labels'} a page`)}
      </figcaption>
    </figure>
  );
}
