import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#domain/labels/template.ts';
import { fieldsOf, inchesOf, readTemplate } from './template-fields.ts';

describe('the form of a template', () => {
  it.each(TEMPLATES)('reads back what it shows: $name', (template) => {
    const read = readTemplate(template.id, fieldsOf(template));
    expect(read).toMatchObject({ ok: true });
    if (!read.ok) return;
    expect(read.value.grid.verticalPitchIn).toBeCloseTo(template.grid.verticalPitchIn, 4);
    expect({ ...read.value, grid: null, page: null }).toEqual({ ...template, grid: null, page: null });
  });

  it.each([
    ['2.625', 2.625],
    ['2 5/8', 2.625],
    ['5/8', 0.625],
    ['.5', 0.5],
    ['0', 0],
    ['2,5', null],
    ['1/0', null],
    ['-1', null],
    ['', null],
  ])('takes "%s" as %s inches', (typed, inches) => {
    expect(inchesOf(typed)).toBe(inches);
  });

  it('names the field that is wrong, or why the measures do not fit together', () => {
    const fields = fieldsOf(TEMPLATES[0]);
    const wrong = (part: object) => {
      const read = readTemplate('', { ...fields, ...part });
      return read.ok ? null : [read.refused.field, read.refused.sentence];
    };
    expect(wrong({ name: ' ' })).toEqual(['name', 'Please enter a name for the template.']);
    expect(wrong({ left: 'x' })).toEqual(['left', 'Type inches, as 2.625 or 2 5/8.']);
    expect(wrong({ rows: '0' })).toEqual(['rows', 'Type a whole number from 1.']);
    expect(wrong({ columns: '9' })?.[0]).toBeNull();
    // A roll has no fields for page and grid.
    expect(wrong({ size: 'roll', rows: '', left: '' })).toBeNull();
  });
});
