import { expect, it } from 'vitest';
import { toWireTemplate } from '#contract/labels.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import { readTemplateFile } from './template-file.ts';

const wire = toWireTemplate(TEMPLATES[0]);
const read = (json: unknown) => readTemplateFile(typeof json === 'string' ? json : JSON.stringify(json));

it('a template that was exported is the same when it is imported', () => {
  expect(read(wire)).toEqual({ ok: true, value: { ...TEMPLATES[0], id: '' } });
});

it('a file that is no template is refused with the reason', () => {
  const refused = (json: unknown) => {
    const answer = read(json);
    return answer.ok ? null : answer.refused.sentence;
  };
  expect(refused('{')).toBe('The file is not JSON.');
  expect(refused({ ...wire, grid: { ...wire.grid, rows: 'ten' } })).toBe(
    'The file is not a label template: "grid.rows" is missing or not valid.',
  );
  expect(refused({ ...wire, grid: { ...wire.grid, columns: 9 } })).toMatch(/do not fit on the page/);
  expect(refused('"x"')).toBe('The file is not a label template.');
});
