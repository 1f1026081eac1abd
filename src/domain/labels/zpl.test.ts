import { describe, expect, it } from 'vitest';
import { layoutLabel } from './layout.ts';
import { type LabelTemplate, TEMPLATES } from './template.ts';
import { darknessOf, PRINTER_DPIS, unmoved, zplOf, zplText } from './zpl.ts';

const LOOK = { showBorders: false, showLogo: false };
const rolls = TEMPLATES.filter(({ page }) => page.size === 'roll');
const [small] = rolls as [LabelTemplate];

describe('a label in ZPL', () => {
  it('keeps text that looks like a command as text', () => {
    expect(zplText('Blue ^XA Dream')).toBe('Blue _5EXA Dream');
    expect(zplText('~JA_1\u0000\n')).toBe('_7EJA_5F1_00_0A');
    expect(zplText('Δ9 • café')).toBe('Δ9 • café');
    const drawn = layoutLabel(small, { name: 'A ^FS^XZ ~HS', lines: [], barcode: null }, LOOK, 203);
    const zpl = zplOf(drawn, 3, unmoved(203));
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
      const zpl = zplOf(drawn, 1, unmoved(dpi));
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

describe('a label of a printer that prints beside its place', () => {
  const drawn = layoutLabel(small, { name: 'Blue', lines: [], barcode: null }, { ...LOOK, showBorders: true }, 203);
  const placeOf = (offsetXIn: number, offsetYIn: number) => {
    const zpl = zplOf(drawn, 1, { dpi: 203, offsetXIn, offsetYIn });
    return /\^FT(-?\d+),(-?\d+)\^A0/.exec(zpl)?.slice(1).map(Number) ?? [];
  };

  it('is moved whole, never before the edge of its label', () => {
    const [x = 0, y = 0] = placeOf(0, 0);
    expect(placeOf(0.1, 0.05)).toEqual([x + 20, y + 10]);
    const [left = -1, top = -1] = placeOf(-0.5, -0.5);
    expect(left).toBe(0);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(y);
    expect(zplOf(drawn, 1, { dpi: 203, offsetXIn: -0.5, offsetYIn: 0.1 })).toContain('^FO0,20^GB406,203,');
  });

  it('says a darkness of its own, or none', () => {
    expect(darknessOf({ ...unmoved(203), darkness: 7 })).toBe('~SD07\n');
    expect(darknessOf(unmoved(203))).toBe('');
  });
});
