import { describe, expect, it } from 'vitest';
import { layoutLabel } from './layout.ts';
import { type LabelTemplate, TEMPLATES } from './template.ts';
import { PRINTER_DPIS, zplOf, zplText } from './zpl.ts';

const LOOK = { showBorders: false, showLogo: false };
const rolls = TEMPLATES.filter(({ page }) => page.size === 'roll');
const [small] = rolls as [LabelTemplate];

describe('a label in ZPL', () => {
  it('keeps text that looks like a command as text', () => {
    expect(zplText('Blue ^XA Dream')).toBe('Blue _5EXA Dream');
    expect(zplText('~JA_1\u0000\n')).toBe('_7EJA_5F1_00_0A');
    expect(zplText('Δ9 • café')).toBe('Δ9 • café');
    const drawn = layoutLabel(small, { name: 'A ^FS^XZ ~HS', lines: [], barcode: null }, LOOK, 203);
    const zpl = zplOf(drawn, 3, 203);
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    expect(zpl).not.toContain('~');
    expect(zpl).toContain('^PQ3');
    expect(zpl).toContain('^PW406^LL203');
  });

  it.each(rolls.flatMap((template) => PRINTER_DPIS.map((dpi) => [template.name, dpi, template] as const)))(
    'stays on the label, with bars of whole dots: %s at %i dots',
    (_name, dpi, template) => {
      const barcode = { symbology: 'code128', text: 'FLW-001' } as const;
      const drawn = layoutLabel(
        template,
        { name: 'Blue Ridge Mist', lines: [{ text: 'THCA: 24.6%' }], barcode },
        LOOK,
        dpi,
      );
      expect(drawn.warnings).toEqual([]);
      const zpl = zplOf(drawn, 1, dpi);
      const bars = [...zpl.matchAll(/\^FO(\d+),(\d+)\^GB(\d+),(\d+),/g)].map(([, ...figures]) => figures.map(Number));
      expect(bars.length).toBeGreaterThan(20);
      const [first] = bars;
      const modules = bars.map(([x = 0, , width = 0]) => [x - (first?.[0] ?? 0), width]).flat();
      const module = Math.min(...bars.map(([, , width = 0]) => width));
      // 0.19 mm is the finest that a counter scanner reads.
      expect((module / dpi) * 25.4).toBeGreaterThanOrEqual(0.19);
      expect(modules.filter((figure) => figure % module !== 0)).toEqual([]);
      for (const [x = 0, y = 0, width = 0, height = 0] of bars) {
        expect(x + width).toBeLessThanOrEqual(template.page.widthIn * dpi);
        expect(y + height).toBeLessThanOrEqual(template.page.heightIn * dpi);
      }
    },
  );

  it('leaves out a barcode whose bars a coarse printer cannot print', () => {
    const barcode = { symbology: 'code128', text: 'CONCENTRATE-LIVE-ROSIN-1G' } as const;
    const content = { name: 'Rosin', lines: [], barcode };
    const warnings = (id: string, dpi: number | null) =>
      layoutLabel(rolls.find((roll) => roll.id === id) ?? small, content, LOOK, dpi).warnings;
    expect(warnings('roll_3x2', null)).toEqual([]);
    expect(warnings('roll_3x2', 203)).toEqual(['barcode_left_out']);
    expect(warnings('roll_4x6', 203)).toEqual([]);
  });
});
