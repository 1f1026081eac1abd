import { fromWireTemplate, labelTemplate, toWireTemplate } from '#contract/labels.ts';
import { checkTemplate, type LabelTemplate } from '#domain/labels/template.ts';
import { TEMPLATE_WORDS } from '#domain/labels/template-words.ts';
import { accept, refuse, type Result } from '#domain/result.ts';
import { saveFile } from '#web/ui/save-file.ts';

const MOST_BYTES = 100_000;

export function saveTemplateFile(template: LabelTemplate): void {
  const name = template.name.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'template';
  saveFile(`${name}.json`, `${JSON.stringify(toWireTemplate(template), null, 2)}\n`, 'application/json');
}

interface NotATemplate {
  readonly code: 'not_a_template';
  readonly sentence: string;
}

/** Reads a template from a file. A refusal is a sentence. */
export function readTemplateFile(text: string): Result<LabelTemplate, NotATemplate> {
  const no = (sentence: string) => refuse<NotATemplate>({ code: 'not_a_template', sentence });
  if (text.length > MOST_BYTES) return no('The file is too large for a template.');
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return no('The file is not JSON.');
  }
  const parsed = labelTemplate.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return no(`The file is not a label template${where === '' ? '' : `: "${where}" is missing or not valid`}.`);
  }
  const checked = checkTemplate(fromWireTemplate('', parsed.data));
  return checked.ok ? accept(checked.value) : no(TEMPLATE_WORDS[checked.refused.code]);
}
