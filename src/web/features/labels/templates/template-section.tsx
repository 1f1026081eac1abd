import { CopyPlus, Download, EllipsisVertical, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, Suspense, useRef, useState } from 'react';
import type { OwnLabelTemplate } from '#contract/label-templates.ts';
import { type LabelTemplate, TEMPLATES } from '#domain/labels/template.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '../controls/section.tsx';
import { change } from '../labels-state.ts';
import { readTemplateFile, saveTemplateFile } from './template-file.ts';
import { deleteTemplateCommand, type Stock, templateSubject } from './template-queries.ts';

const TemplateDialog = lazyPart(async () => (await import('./template-dialog.tsx')).TemplateDialog);

interface Editing {
  readonly own: OwnLabelTemplate | null;
  readonly begun: LabelTemplate;
}

const ICON = 'size-4 text-ink-3';

/** Chooses the template, with the actions on templates. Rule: labels/own-templates. */
export function TemplateSection({
  stocks,
  stock,
  error,
  onRetry,
}: {
  stocks: readonly Stock[];
  stock: Stock;
  /** The error that kept the templates of the location from loading. */
  error: Error | null;
  onRetry: () => void;
}) {
  const mayEdit = useMay('edit-products');
  const [editing, setEditing] = useState<Editing | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const { template, own } = stock;
  const deleting = useCommand(deleteTemplateCommand, templateSubject(own), (outcome) => {
    if (outcome.kind === 'refused') setWrong(`${template.name} was not deleted. ${sentenceOf(outcome.error)}`);
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'done') change({ templateId: TEMPLATES[0].id });
  });

  async function remove(shown: OwnLabelTemplate) {
    setWrong(null);
    const confirmed = await ask({
      title: `Delete ${template.name}?`,
      message: 'Nobody at this location can print with it any more. Export it first to keep its measures.',
      confirmLabel: 'Delete template',
      tone: 'danger',
    });
    if (!confirmed) return;
    await deleting.send({
      title: `Delete label template ${template.name}`,
      memo: null,
      params: { id: String(shown.id) },
      query: { expected_version: String(shown.version) },
    });
  }

  async function importFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    // Allows the same file to be chosen again after a correction.
    target.value = '';
    if (!chosen) return;
    const read = readTemplateFile(await chosen.text());
    if (!read.ok) return setWrong(`${chosen.name} was not imported. ${read.refused.sentence}`);
    setWrong(null);
    setEditing({ own: null, begun: read.value });
  }

  return (
    <Section title="Template">
      <div className="flex items-center gap-2">
        <Select
          label="Template"
          className="min-w-0 grow"
          value={template.id}
          onChange={(templateId) => change({ templateId })}
          options={stocks.map(({ template: { id, name } }) => ({ value: id, label: name }))}
        />
        <Menu
          align="end"
          trigger={<IconButton label="Templates" variant="outline" icon={<EllipsisVertical className="size-4" />} />}
        >
          {mayEdit && (
            <>
              <MenuItem
                icon={<Plus aria-hidden className={ICON} />}
                onSelect={() => setEditing({ own: null, begun: { ...TEMPLATES[0], name: '' } })}
              >
                New template
              </MenuItem>
              {own && (
                <MenuItem
                  icon={<Pencil aria-hidden className={ICON} />}
                  onSelect={() => setEditing({ own, begun: template })}
                >
                  Edit template
                </MenuItem>
              )}
              <MenuItem
                icon={<CopyPlus aria-hidden className={ICON} />}
                onSelect={() =>
                  setEditing({ own: null, begun: { ...template, name: `${template.name} copy`.slice(0, 80) } })
                }
              >
                Duplicate template
              </MenuItem>
              <MenuItem icon={<Upload aria-hidden className={ICON} />} onSelect={() => file.current?.click()}>
                Import JSON
              </MenuItem>
            </>
          )}
          <MenuItem icon={<Download aria-hidden className={ICON} />} onSelect={() => saveTemplateFile(template)}>
            Export JSON
          </MenuItem>
          {mayEdit && own && (
            <MenuItem
              tone="danger"
              icon={<Trash2 aria-hidden className="size-4" />}
              disabled={deleting.open !== null}
              onSelect={() => void remove(own)}
            >
              Delete template
            </MenuItem>
          )}
        </Menu>
      </div>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="Template file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void importFile(event)}
      />
      {wrong && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {wrong}
        </p>
      )}
      {error && (
        <p role="alert" className="mt-2 flex items-center justify-between gap-2 text-sm text-danger-ink">
          The templates of this location could not be loaded.
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        </p>
      )}
      {editing && (
        <Suspense fallback={null}>
          <TemplateDialog
            own={editing.own}
            begun={editing.begun}
            onClose={() => setEditing(null)}
            onSaved={(templateId) => change({ templateId })}
          />
        </Suspense>
      )}
    </Section>
  );
}
