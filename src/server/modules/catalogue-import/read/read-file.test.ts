import { describe, expect, it } from 'vitest';
import { inPieces } from '#server/http/serve/in-pieces.ts';
import { problemLine } from '../report.ts';
import { type CatalogueFile, readingCatalogueFile } from './read-file.ts';

const HEADER = 'ID,Type,SKU,Name,Published,Tax status,Stock,Regular price,Sale price,Categories,Parent';

function readCatalogueFile(...given: Parameters<typeof readingCatalogueFile>): CatalogueFile {
  const work = readingCatalogueFile(...given);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function read(...rows: string[]) {
  return readCatalogueFile(new TextEncoder().encode([HEADER, ...rows].join('\n')));
}

function problems(...rows: string[]): string[] {
  return read(...rows).problems.map(problemLine);
}

it('is read with turns for the tills in between', async () => {
  const rows = Array.from({ length: 2000 }, (_, at) => `${at + 1},simple,SKU-${at},Jar ${at},1,,1,2,,,`);
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const file = await inPieces(readingCatalogueFile(new TextEncoder().encode([HEADER, ...rows].join('\n'))));
  clearImmediate(next);
  expect(file.items).toHaveLength(2000);
  expect(turns).toBeGreaterThanOrEqual(8);
});

describe('a row of a product file', () => {
  it('becomes a product with what its cells say', () => {
    const file = readCatalogueFile(
      new TextEncoder().encode(
        [
          'ID,Type,SKU,Name,Published,Description,Tax status,In stock?,Stock,Regular price,Sale price,Categories,Tags,Images,Barcode,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: _blueprint_strain_type,Shelf',
          String.raw`7,"simple, virtual",OG-1, Lift  Tickets OG ,0,One\nTwo,none,1,3.5,"12,50",9.99,"Flower > Pre-Roll, Oils\, Balms",a,"https://elsewhere.example/a.jpg, /pictures/og.webp",4006381333931,Brand,Lift,1,1,Hybrid,B 4`,
        ].join('\n'),
      ),
    );
    expect(file.problems).toEqual([]);
    expect(file.items).toEqual([
      {
        kind: 'product',
        isUnnamed: false,
        line: 2,
        sourceId: 7,
        sku: 'OG-1',
        name: 'Lift Tickets OG',
        type: 'simple',
        status: 'draft',
        description: 'One\nTwo',
        taxable: false,
        stockMilli: 3500,
        regularPriceCents: 1250,
        salePriceCents: 999,
        categories: [['Flower', 'Pre-Roll'], ['Oils, Balms']],
        barcode: '4006381333931',
        image: '/pictures/og.webp',
        meta: new Map<string, unknown>([
          ['_blueprint_strain_type', 'Hybrid'],
          ['Shelf', 'B 4'],
          ['_tags', ['a']],
          ['_images', ['https://elsewhere.example/a.jpg', '/pictures/og.webp']],
          ['_attributes', [{ name: 'Brand', options: ['Lift'], visible: true, global: true }]],
        ]),
      },
    ]);
  });

  it('is read from a file of a spreadsheet that parts cells by semicolons and writes prices with a comma', () => {
    const text =
      '\uFEFFID;Type;Name;Stock;"Regular price";Categories\r\n1;simple;"Mug\r\nblue";2,5;1.234,50;"A > B, C"\r\n';
    const file = readCatalogueFile(new TextEncoder().encode(text));
    expect(file).toMatchObject({ delimiter: ';', rowCount: 1, problems: [] });
    expect(file.items).toMatchObject([
      { line: 2, name: 'Mug blue', stockMilli: 2500, regularPriceCents: 123_450, categories: [['A', 'B'], ['C']] },
    ]);
  });

  it('never takes a picture from another host', () => {
    for (const image of [
      'https://a.example/x.png',
      '//a.example/x.png',
      '/../etc/x.png',
      'javascript:x.png',
      'x.png',
    ]) {
      const file = readCatalogueFile(new TextEncoder().encode(`ID,Type,Name,Images\n1,simple,Mug,${image}`));
      expect(file.items[0]?.image).toBeUndefined();
      expect(file.items[0]?.meta.get('_images')).toEqual([image]);
    }
  });

  it('says nothing of columns the file does not have', () => {
    const [item] = readCatalogueFile(new TextEncoder().encode('ID,Type,Name\n1,simple,Mug')).items;
    expect(item).toMatchObject({ kind: 'product', name: 'Mug' });
    expect([item?.regularPriceCents, item?.status, item?.stockMilli, item?.sku]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has a blank price as no price', () => {
    expect(read('1,simple,,Mug,1,,,,,,').items[0]).toMatchObject({ regularPriceCents: null, salePriceCents: null });
  });

  it('takes negative stock as none, and says so', () => {
    const file = read('1,simple,,Mug,1,,-4,,,,');
    expect(file.items[0]?.stockMilli).toBe(0);
    expect(file.notes).toEqual([{ line: 2, column: 'Stock', reason: 'is negative and was taken as 0' }]);
  });

  it('leaves out the stock a product keeps for all its variations, and says so', () => {
    const file = read('1,variable,,Shirt,1,,12,,,,', '2,variation,,Shirt - S,1,,parent,9,,,id:1');
    expect(file.items.map(({ stockMilli }) => stockMilli)).toEqual([undefined, undefined]);
    expect(file.notes.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('without a name is known by its SKU, else by its ID, and says so', () => {
    const file = read('1,simple,CAP-1, ,1,,,,,,', '2,variable,,,1,,,,,,', '3,variation,V,,1,,,,,,id:2');
    expect(file.problems).toEqual([]);
    expect(file.items.map(({ name }) => name)).toEqual(['CAP-1', 'Product 2', undefined]);
    expect(file.notes).toEqual([
      { line: 2, column: 'Name', reason: 'is blank: its SKU is its name, unless it has one here' },
      {
        line: 3,
        column: 'Name',
        reason: 'is blank, and so is the SKU: its name is "Product" and its ID, unless it has one here',
      },
    ]);
  });

  it('is passed over when it repeats an earlier one cell for cell, and names both lines', () => {
    const file = read(
      '1,simple,A,Cap,1,,,,,,',
      '2,simple,B,Hat,1,,,,,,',
      ' 1,simple,A ,Cap,1,,,,,, , ',
      '1,simple,A,Cap,1,,,,,,',
    );
    expect(file.problems).toEqual([]);
    expect(file.items.map(({ line }) => line)).toEqual([2, 3]);
    const repeat = { name: 'Cap', repeats: 2, reason: 'it says the same cell for cell, so nothing new' };
    expect(file.skipped).toEqual([
      { ...repeat, line: 4 },
      { ...repeat, line: 5 },
    ]);
  });

  it('is passed over when it cannot be sold at a till', () => {
    const file = read('1,grouped,G,Set,1,,,,,,', '2,external,X,Elsewhere,1,,,oops,,,');
    expect(file.problems).toEqual([]);
    expect(file.items).toEqual([]);
    expect(file.skipped.map(({ line, name }) => [line, name])).toEqual([
      [2, 'Set'],
      [3, 'Elsewhere'],
    ]);
  });

  it('points out letters that were garbled long before', () => {
    expect(read('1,simple,,Tylerâ€™s Taste,1,,,,,,', '2,simple,,Crème Brûlée,1,,,,,,').notes).toMatchObject([
      { line: 2, column: 'Name' },
    ]);
  });
});

describe('a file that may not be imported', () => {
  it('names the line, the column and the reason of every bad cell', () => {
    expect(
      problems(
        ',simple,,,1,,,,,,',
        'x,simple,B,Mug,9,odd,few,-1,abc,A > > B,',
        `3,simple,C,${'n'.repeat(501)},1,,,,,,`,
        '4,bundle,D,Set,1,,,,,,',
        '5,,E,Cap,1,,,,,,',
        ',simple,,Hat,1,,,,,,',
        '9,simple,H,Sock\0,1,,,,,,',
      ),
    ).toEqual([
      'line 2, SKU: is blank and so is the ID: nothing to know the row by when it comes again',
      'line 2, Name: is missing',
      'line 3, ID: "x" is not a whole positive number',
      'line 3, Stock: "few" is not a number',
      'line 3, Regular price: -$1.00 is negative',
      'line 3, Sale price: "abc" is not a number',
      'line 3, Published: "9" is none of 1, 0 and -1',
      'line 3, Tax status: "odd" is none of taxable, shipping and none',
      'line 3, Categories: "A > > B" has a category without a name',
      'line 4, Name: is longer than 500 characters',
      'line 5, Type: "bundle" is not a type this import knows (simple, variable, variation, grouped, external)',
      'line 6, Type: is missing',
      'line 7, SKU: is blank and so is the ID: nothing to know the row by when it comes again',
      'line 8: has a character that no text may have (NUL)',
    ]);
  });

  it('names both lines of a SKU that stands in it twice, whatever its case', () => {
    expect(problems('1,simple,Cap-1,Cap,1,,,,,,', '2,simple,CAP-1,Other cap,1,,,,,,')).toEqual([
      'line 3, SKU: "CAP-1" is also the SKU of line 2',
    ]);
  });

  it('names both lines of an ID that stands in it twice', () => {
    expect(problems('1,simple,A,Cap,1,,,,,,', '1,simple,B,Hat,1,,,,,,')).toEqual([
      'line 3, ID: 1 is also the ID of line 2',
    ]);
  });

  it('names both lines of rows that share ID and SKU and differ in anything else', () => {
    expect(problems('1,simple,A,Cap,1,,,,,,', '1,simple,A,cap,1,,,,,,')).toEqual([
      'line 3, ID: 1 is also the ID of line 2',
      'line 3, SKU: "A" is also the SKU of line 2',
    ]);
  });

  it('lets any number of rows have no SKU', () => {
    expect(problems('1,simple,,Cap,1,,,,,,', '2,simple,,Hat,1,,,,,,')).toEqual([]);
  });

  it('wants a variable product for every variation', () => {
    expect(
      problems(
        '1,simple,A,Cap,1,,,,,,',
        '2,variation,,,1,,,5,,,A',
        '3,variation,,,1,,,5,,,id:1',
        '4,variation,,,1,,,5,,,',
        '5,grouped,G,Set,1,,,,,,',
        '6,variation,,,1,,,5,,,G',
      ),
    ).toEqual([
      'line 3, Parent: "A" is line 2, which is not a variable product',
      'line 4, Parent: id:1 is line 2, which is not a variable product',
      'line 5, Parent: is missing: whose variation is this?',
      'line 7, Parent: "G" is line 6, which is not a variable product',
    ]);
  });

  it('is no product file without its columns', () => {
    expect(readCatalogueFile(new TextEncoder().encode('first,last\nAda,L')).problems.map(problemLine)).toEqual([
      'line 1, Name: is in no column that is called so: choose the column that has the names of the products',
    ]);
    expect(readCatalogueFile(new Uint8Array()).problems).toHaveLength(1);
    expect(readCatalogueFile(new TextEncoder().encode('ID,Type,Name,name\n')).problems.map(problemLine)).toEqual([
      'line 1, name: stands in the header twice',
    ]);
  });

  it('refuses two barcodes for one product, and one that a spreadsheet has shortened', () => {
    const file = readCatalogueFile(
      new TextEncoder().encode('ID,Type,Name,EAN,UPC\n1,simple,Mug,4006381333931,12345\n2,simple,Cap,4.00638E+12,'),
    );
    expect(file.problems.map(problemLine)).toEqual([
      'line 2, UPC: "12345" is not the barcode of the other column',
      'line 3, EAN: "4.00638E+12" was shortened by a spreadsheet: its digits are lost',
    ]);
  });
});

it('of too many rows is refused before they are read', () => {
  const file = readCatalogueFile(new TextEncoder().encode('Type,Name\nsimple,Mug\nwrong,Cap'), {}, 1);
  expect(file).toMatchObject({ rowCount: 2, items: [] });
  expect(file.problems.map(problemLine)).toEqual(['the file: has 2 rows; import at most 1 at a time']);
});

describe('the header of a product file', () => {
  const fileOf = (text: string) => readCatalogueFile(new TextEncoder().encode(text));

  it('alone is refused', () => {
    expect(problems()).toEqual(['the file: has a header and no rows, so there is nothing to import']);
    expect(problems('', ',,,,,,,,,,')).toEqual(['the file: has a header and no rows, so there is nothing to import']);
  });

  it('without a column of prices, or with one that is misspelt, is noticed', () => {
    expect(fileOf('Type,Name,Stock\nsimple,Mug,1').notes).toEqual([
      { line: 1, column: 'Regular price', reason: 'is not in the header, so no price was read' },
    ]);
    const [note] = fileOf('Type,Name,Regular prize,Shelf,Meta: x\nsimple,Mug,12.50,B,1').notes;
    expect(note?.reason).toBe(
      'is not in the header, so no price was read; columns under names this import does not know: "Regular prize", "Shelf"',
    );
    expect(fileOf('Type,Name,Regular price\nsimple,Mug,12.50').notes).toEqual([]);
  });
});

describe('the header of a list that another program or a person made', () => {
  const listOf = (text: string, mapping = {}) => readCatalogueFile(new TextEncoder().encode(text), mapping);

  it.each([
    ['Item,Code,Retail,Type,On hand', 'Lamp,L-1,12.50,Lights,3'],
    ['Item name,SKU code,Price each,Department,Qty', 'Lamp,L-1,$12.50,Lights,3'],
    ['Product,Item number,Price,Category,Quantity on hand', 'Lamp,L-1,12.50,Lights,3'],
    ['Title,Variant SKU,Variant Price,Product Type,Variant Inventory Qty', 'Lamp,L-1,12.5,Lights,3'],
    ['Name;SKU;Unit price;Categories;Stock', 'Lamp;L-1;12,50;Lights;3'],
  ])('is known by the names of its columns: %s', (header, row) => {
    const file = listOf([header, row].join('\n'));
    expect(file.problems).toEqual([]);
    expect(file.notes).toEqual([]);
    const lamp = {
      kind: 'product',
      type: 'simple',
      name: 'Lamp',
      sku: 'L-1',
      regularPriceCents: 1250,
      stockMilli: 3000,
    };
    expect(file.items).toMatchObject([{ ...lamp, categories: [['Lights']] }]);
  });

  it('is read as chosen by hand, and the other columns are still known', () => {
    const text = 'Item,Product,Code,Price,Retail\nNo. 7,Lamp,L-1,8,12.50';
    expect(listOf(text).guessed).toEqual({ Name: 'Product', SKU: 'Code', 'Regular price': 'Price' });
    const chosen = listOf(text, { 'Sale price': 'Price', 'Regular price': 'Retail', SKU: 'Item' });
    expect(chosen.guessed).toEqual({ Name: 'Product' });
    expect(chosen.items).toMatchObject([{ name: 'Lamp', sku: 'No. 7', regularPriceCents: 1250, salePriceCents: 800 }]);
  });

  it('takes a column that has the name of WooCommerce before one that is called like it', () => {
    const file = listOf('Name,Item,SKU,Code,Regular price,Price\nLamp,No. 7,L-1,C,12.50,1');
    expect(file.guessed).toEqual({});
    expect(file.items).toMatchObject([{ name: 'Lamp', sku: 'L-1', regularPriceCents: 1250 }]);
  });

  it('has the type of product in "Type" if a cell says so, and in the export of a shop always', () => {
    expect(listOf('Type,Item,Code\nsimple,Lamp,L-1\nLights,Cap,C-1').problems.map(problemLine)).toEqual([
      'line 3, Type: "Lights" is not a type this import knows (simple, variable, variation, grouped, external)',
    ]);
    expect(listOf('ID,Type,Name\n1,Lights,Lamp').problems).toHaveLength(1);
  });

  it('makes no variation without its parent a product when the column of types was left out', () => {
    const file = listOf('ID,Name,Parent\n1,Shirt,\n2,Shirt - S,id:1');
    expect(file.problems.map(problemLine)).toEqual(['line 3, Parent: id:1 is line 2, which is not a variable product']);
  });
});

it.each([
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['a photograph', [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]],
  ['a workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['a paper', [...new TextEncoder().encode('%PDF-1.7\n')]],
])('%s is no CSV file', (_what, bytes) => {
  expect(() => readCatalogueFile(Uint8Array.from(bytes))).toThrow('This is not a CSV file.');
});
