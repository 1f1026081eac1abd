import { parse } from 'aamva-parser';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardDay, readCard, type ScannedCard } from './aamva.ts';
import { type CardText, SAMPLE, writeCard } from './card.testing.ts';

function read(raw: string): ScannedCard {
  const card = readCard(raw);
  if (!card.ok) throw new Error(`the card was refused: ${card.refused.code}`);
  return card.value;
}

const VERSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const LINE_ENDS = [
  { name: 'as the code has them', ends: { lf: '\n', rs: '\u001E', cr: '\r' } },
  { name: 'all CR, as a handheld scanner types them', ends: { lf: '\r', rs: '\r', cr: '\r' } },
  { name: 'all LF', ends: { lf: '\n', rs: '\n', cr: '\n' } },
  { name: 'CR and LF', ends: { lf: '\r\n', rs: '\u001E', cr: '\r\n' } },
  { name: 'RS alone', ends: { lf: '\u001E', rs: '\u001E', cr: '\u001E' } },
  { name: 'without the record separator', ends: { lf: '\n', rs: '', cr: '\r' } },
];

it.each(VERSIONS)('reads a card of version %i', (version) => {
  expect(read(writeCard({ version }))).toEqual({
    kind: 'licence',
    country: 'US',
    jurisdiction: 'NC',
    version,
    firstName: 'SAMPLE',
    middleName: 'QUINN',
    lastName: "O'CARDHOLDER",
    suffix: '',
    nameCutOff: false,
    street: '123 MAIN ST NE',
    city: 'CHARLOTTE',
    state: 'NC',
    postcode: '28205',
    licenseNumber: '000012345678',
    birthDay: '1990-12-31',
    issuedOn: '2022-01-04',
    expiresOn: '2030-12-31',
  });
});

it.each(VERSIONS)('reads a Canadian card of version %i', (version) => {
  const card = writeCard({ version, country: 'CA', iin: '636012', state: 'ON', city: 'OTTAWA', postcode: 'K1A0B1' });
  expect(read(card)).toMatchObject({
    country: 'CA',
    jurisdiction: 'ON',
    birthDay: '1990-12-31',
    expiresOn: '2030-12-31',
    postcode: 'K1A 0B1',
  });
});

it.each(LINE_ENDS)('reads line ends $name', ({ ends }) => {
  for (const version of VERSIONS) expect(read(writeCard({ version }, ends))).toEqual(read(writeCard({ version })));
});

const word = fc
  .array(fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')), { minLength: 1, maxLength: 20 })
  .map((letters) => letters.join(''))
  .filter((text) => !['NONE', 'UNAVL', 'UNAVAIL', 'UNAVAILABLE', 'NA', 'NMN', 'NFN'].includes(text));
const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const anyCard: fc.Arbitrary<CardText> = fc.record({
  version: fc.integer({ min: 1, max: 12 }),
  country: fc.constantFrom('US', 'CA'),
  kind: fc.constantFrom('DL', 'ID'),
  iin: fc.constantFrom('636004', '604428'),
  state: fc.constant('NC'),
  firstName: word,
  middleName: word,
  lastName: fc.tuple(word, word).map(([one, other]) => `${one}-${other}`),
  // The code of a field inside a text does not begin a field.
  street: fc.tuple(word, word).map(([one, other]) => `1 ${one} DAQ ${other} DBB`),
  city: fc.tuple(word, word).map(([one, other]) => `${one} ${other}`),
  postcode: fc.constant('282051234'),
  licenseNumber: fc.tuple(word, fc.nat(999_999_999)).map(([letters, digits]) => `${letters}${digits}`),
  birthDay: day,
  issuedOn: day,
  expiresOn: day,
});

it('gives back what was written, for any person, version, country and line ends', () => {
  fc.assert(
    fc.property(anyCard, fc.constantFrom(...LINE_ENDS), (card, { ends }) => {
      const text = writeCard({ ...card, state: card.country === 'US' ? 'NC' : 'QC' }, ends);
      expect(read(text)).toMatchObject({
        kind: card.kind === 'DL' ? 'licence' : 'identity card',
        country: card.country,
        firstName: card.firstName,
        middleName: card.middleName,
        lastName: card.lastName,
        street: card.street,
        city: card.city,
        postcode: '28205-1234',
        licenseNumber: card.licenseNumber,
        birthDay: card.birthDay,
        issuedOn: card.issuedOn,
        expiresOn: card.expiresOn,
      });
    }),
  );
});

it('reads anything without failing, and never makes up a day', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), fc.nat(300), (noise, place) => {
      const text = writeCard();
      for (const raw of [noise, text.slice(0, place), text.slice(0, place) + noise + text.slice(place)]) {
        const card = readCard(raw);
        if (!card.ok) continue;
        for (const found of [card.value.birthDay, card.value.expiresOn, card.value.issuedOn]) {
          expect(found ?? '1900-01-01').toMatch(/^(19|20|21)\d\d-[01]\d-[0-3]\d$/);
        }
      }
    }),
    { numRuns: 40 },
  );
});

it('agrees with the library on American cards from version 4 on, where the library is right', () => {
  // It finds codes inside of texts as well, so all texts are those of the sample.
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 10 }), day, day, (version, birthDay, expiresOn) => {
      const text = writeCard({ version, birthDay, expiresOn });
      const [ours, theirs] = [read(text), parse(text)];
      expect({ ...theirs }).toMatchObject({
        firstName: ours.firstName,
        lastName: ours.lastName,
        driversLicenseId: ours.licenseNumber,
        city: ours.city,
        state: ours.state,
      });
      for (const [their, our] of [
        [theirs.dateOfBirth, ours.birthDay],
        [theirs.expirationDate, ours.expiresOn],
      ] as const) {
        const local = their && new Date(their.getTime() - their.getTimezoneOffset() * 60_000);
        expect(local?.toISOString().slice(0, 10)).toBe(our);
      }
    }),
    { numRuns: 25 },
  );
});

it('reads eight digits one way only, whatever the version says: no day of these years has two readings', () => {
  fc.assert(
    fc.property(day, (iso) => {
      const [year = '', month = '', date = ''] = iso.split('-');
      expect(cardDay(`${month}${date}${year}`)).toBe(iso);
      expect(cardDay(`${year}${month}${date}`)).toBe(iso);
    }),
  );
});

it.each(['', '00000000', '99999999', '02302024', '20240230', '12311899', '1231199', 'NONE', '13132024', '123199O1'])(
  'takes "%s" for no day',
  (text) => {
    expect(cardDay(text)).toBeNull();
  },
);

it.each(['12/31/1990', '12-31-1990', '1990-12-31', '1990.12.31', '1990 12 31'])('reads a day written %s', (text) => {
  expect(cardDay(text)).toBe('1990-12-31');
});

/** A card of version 8 with some of its lines written otherwise. */
function withLines(...changes: readonly (readonly [RegExp, string])[]): ScannedCard {
  return read(changes.reduce((text, [line, other]) => text.replace(line, other), writeCard()));
}

it('tells names that are cut off on the card', () => {
  expect(withLines([/DDFN/, 'DDFT']).nameCutOff).toBe(true);
  expect(withLines([/DDEN/, 'DDEU']).nameCutOff).toBe(false);
});

it('takes NONE and the like for nothing', () => {
  expect(withLines([/DADQUINN/, 'DADNONE']).middleName).toBe('');
  expect(withLines([/DADQUINN/, 'DADunavl']).middleName).toBe('');
  expect(withLines([/DBA\d+/, 'DBA00000000']).expiresOn).toBeNull();
});

it('reads the suffix of a name', () => {
  expect(withLines([/DDEN/, 'DDEN\nDCUJR']).suffix).toBe('JR');
  expect(read(writeCard({ version: 1 }).replace(/DAA[^\n]+/, 'DAADOE,JANE,Q,III'))).toMatchObject({
    firstName: 'JANE',
    middleName: 'Q',
    lastName: 'DOE',
    suffix: 'III',
  });
});

it.each(['DOE,JANE,MARY ANN', 'DOE, JANE, MARY ANN', 'DOE$JANE$MARY ANN', 'DOE@JANE@MARY ANN'])(
  'reads the whole name "%s" of an early card',
  (name) => {
    const card = read(writeCard({ version: 1 }).replace(/DAA[^\n]+/, `DAA${name}`));
    expect(card).toMatchObject({ lastName: 'DOE', firstName: 'JANE', middleName: 'MARY ANN' });
  },
);

it('reads given names with a blank or a comma between them', () => {
  const given = (text: string) => read(writeCard({ version: 2 }).replace(/DCT[^\n]+/, `DCT${text}`));
  expect(given('JANE MARY')).toMatchObject({ firstName: 'JANE', middleName: 'MARY' });
  expect(given('MARY ANN,LOU')).toMatchObject({ firstName: 'MARY ANN', middleName: 'LOU' });
  expect(given('JANE')).toMatchObject({ firstName: 'JANE', middleName: '' });
});

it.each([
  ['an early header', writeCard({ version: 1 }).replace('ANSI ', 'AAMVA')],
  ['a header with nothing before it', writeCard().slice(4)],
  ['a header after noise of the scanner', `]L2${writeCard()}`],
  ['a header without its blank', writeCard().replace('ANSI ', 'ANSI')],
  ['no second DL before the first field', writeCard().replace('DLDAQ', 'DAQ')],
  ['a line end behind the table of parts', writeCard().replace('DLDAQ', '\nDLDAQ')],
  ['wrong offsets', writeCard().replace(/DL\d{8}/, 'DL99990001')],
  ['blank lines', writeCard().replaceAll('\n', '\n\n')],
  ['blanks around values', writeCard().replaceAll('\n', '  \n ')],
])('reads a card with %s', (_name, text) => {
  expect(read(text)).toMatchObject({
    firstName: SAMPLE.firstName,
    lastName: SAMPLE.lastName,
    licenseNumber: SAMPLE.licenseNumber,
    birthDay: SAMPLE.birthDay,
  });
});

it('knows an identity card from a licence', () => {
  expect(read(writeCard({ kind: 'ID' })).kind).toBe('identity card');
});

it('takes the address of the residence on cards without one for mail', () => {
  const moved = writeCard({ version: 1 }).replace('\nDAG', '\nDAL').replace('\nDAI', '\nDAN').replace('\nDAJ', '\nDAO');
  expect(read(moved.replace('\nDAK', '\nDAP'))).toMatchObject({
    street: '123 MAIN ST NE',
    city: 'CHARLOTTE',
    state: 'NC',
    postcode: '28205',
  });
});

it('knows a Canadian card by its province when it names no country', () => {
  expect(read(writeCard({ version: 1, country: 'CA', state: 'QC', postcode: 'H2X1Y4' })).country).toBe('CA');
});

it.each([
  ['', 'card_unknown'],
  ['2000001101034', 'card_unknown'],
  ['https://example.com/menu', 'card_unknown'],
  [`${'x'.repeat(60)}${writeCard()}`, 'card_unknown'],
  [writeCard({}, { lf: '', rs: '', cr: '' }), 'card_in_one_line'],
  [writeCard({}, { lf: ' ', rs: ' ', cr: ' ' }), 'card_in_one_line'],
  [writeCard().slice(0, 60), 'card_incomplete'],
  [writeCard().replace(/DAQ\d+/, 'DAQ'), 'card_incomplete'],
])('refuses %j', (text, code) => {
  expect(readCard(text)).toEqual({ ok: false, refused: { code } });
});
