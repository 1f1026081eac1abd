import { expect, it } from 'vitest';
import { formOfPrinter, readPrinter } from './printer-fields.ts';

const typed = (part: object) => readPrinter({ ...formOfPrinter(null), name: 'Zebra', host: '192.168.1.50', ...part });

it('begins with what most printers have, and asks for name and address', () => {
  expect(Object.keys(readPrinter(formOfPrinter(null)).problems)).toEqual(['name', 'host']);
  expect(typed({ name: ' Zebra ', offset_x: '-.05' })).toEqual({
    problems: {},
    wire: {
      name: 'Zebra',
      host: '192.168.1.50',
      port: 9100,
      dpi: 203,
      width: 2.25,
      height: 1.25,
      offset_x: -0.05,
      offset_y: 0,
      darkness: null,
      is_default: false,
    },
  });
});

it('names the figure that cannot be', () => {
  const wrong = (part: object) => Object.keys(typed(part).problems);
  expect(wrong({ port: '0' })).toEqual(['port']);
  expect(wrong({ port: '91.5' })).toEqual(['port']);
  expect(wrong({ width: '2 1/4' })).toEqual(['width']);
  expect(wrong({ height: '51' })).toEqual(['height']);
  expect(wrong({ offset_x: '0.6', offset_y: '-' })).toEqual(['offset_x', 'offset_y']);
  expect(wrong({ darkness: '31' })).toEqual(['darkness']);
  expect(wrong({ darkness: '30' })).toEqual([]);
});
