import { describe, expect, it } from 'vitest';
import { cellsOf, checkTemplate, perPage, TEMPLATES } from './template.ts';

const [AVERY_5160] = TEMPLATES;

describe('label templates', () => {
  it.each(TEMPLATES)('$name stands on its page', (template) => {
    expect(checkTemplate(template)).toMatchObject({ ok: true });
    const cells = cellsOf(template);
    const last = cells.at(-1);
    expect(cells).toHaveLength(perPage(template));
    const rightPt = (last?.xPt ?? 0) + template.grid.labelWidthIn * 72;
    const bottomPt = (last?.yPt ?? 0) + template.grid.labelHeightIn * 72;
    // The margins are equal on both sides of a sheet.
    expect(template.page.widthIn * 72 - rightPt).toBeCloseTo(template.page.marginLeftIn * 72, 1);
    expect(template.page.heightIn * 72 - bottomPt).toBeCloseTo(template.page.marginTopIn * 72, 0);
  });

  it('offers 30, 20, 14, 10, 6 and 80 labels a sheet, and rolls', () => {
    expect(TEMPLATES.map(perPage)).toEqual([30, 20, 14, 10, 6, 80, 1, 1, 1, 1]);
    expect(TEMPLATES.slice(0, 3).map(({ id, name }) => [id, name])).toEqual([
      ['avery_5160', 'Avery 5160 (30-up)'],
      ['avery_5161', 'Avery 5161 (20-up)'],
      ['avery_5162', 'Avery 5162 (14-up)'],
    ]);
  });

  it('refuses grids that leave their page, labels that overlap and padding without room', () => {
    const { grid, style, text } = AVERY_5160;
    const refused = (change: object) => {
      const checked = checkTemplate({ ...AVERY_5160, ...change });
      return checked.ok ? null : checked.refused.code;
    };
    expect(refused({ grid: { ...grid, columns: 4 } })).toBe('beyond_the_page');
    expect(refused({ grid: { ...grid, rows: 11 } })).toBe('beyond_the_page');
    expect(refused({ grid: { ...grid, rows: 0 } })).toBe('no_labels');
    expect(refused({ grid: { ...grid, rows: 1000 } })).toBe('too_many_labels');
    expect(refused({ grid: { ...grid, horizontalPitchIn: 2.5 } })).toBe('overlapping');
    expect(refused({ grid: { ...grid, labelWidthIn: Number.NaN } })).toBe('beyond_the_page');
    expect(refused({ style: { ...style, safePaddingIn: 0.5 } })).toBe('no_room');
    expect(refused({ text: { ...text, sizePt: 3 } })).toBe('text_size');
  });
});
