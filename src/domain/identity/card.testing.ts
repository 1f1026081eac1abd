/** The text of a licence for tests, written as the states write it. Nobody of this name and number exists. */
export interface CardText {
  version: number;
  country: 'US' | 'CA';
  kind: 'DL' | 'ID';
  iin: string;
  state: string;
  firstName: string;
  middleName: string;
  lastName: string;
  street: string;
  city: string;
  /** As on the card: nine digits, or a Canadian one without its blank. */
  postcode: string;
  licenseNumber: string;
  /** ISO days. */
  birthDay: string;
  issuedOn: string;
  expiresOn: string;
}

export const SAMPLE: CardText = {
  version: 8,
  country: 'US',
  kind: 'DL',
  iin: '636004',
  state: 'NC',
  firstName: 'SAMPLE',
  middleName: 'QUINN',
  lastName: "O'CARDHOLDER",
  street: '123 MAIN ST NE',
  city: 'CHARLOTTE',
  postcode: '282050000',
  licenseNumber: '000012345678',
  birthDay: '1990-12-31',
  issuedOn: '2022-01-04',
  expiresOn: '2030-12-31',
};

/** MMDDCCYY on cards of the United States from version 2 on, CCYYMMDD on all others. */
function written(day: string, { version, country }: CardText): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return version === 1 || country === 'CA' ? `${year}${month}${date}` : `${month}${date}${year}`;
}

function namesOf({ version, firstName, middleName, lastName }: CardText): string[] {
  if (version === 1) return [`DAA${lastName},${firstName},${middleName}`];
  if (version <= 3) return [`DCS${lastName}`, `DCT${firstName},${middleName}`];
  return [`DCS${lastName}`, 'DDEN', `DAC${firstName}`, 'DDFN', `DAD${middleName || 'NONE'}`, 'DDGN'];
}

/** @param separators line feed, record separator and carriage return, as they arrive */
export function writeCard(change: Partial<CardText> = {}, { lf = '\n', rs = '\u001E', cr = '\r' } = {}): string {
  const card = { ...SAMPLE, ...change };
  const { version, iin, kind, state, street, city, postcode, licenseNumber, country } = card;
  const fields = [
    `DAQ${licenseNumber}`,
    ...namesOf(card),
    `DBA${written(card.expiresOn, card)}`,
    `DBB${written(card.birthDay, card)}`,
    `DBC${version === 1 ? 'F' : '2'}`,
    `DBD${written(card.issuedOn, card)}`,
    `DAG${street}`,
    `DAI${city}`,
    `DAJ${state}`,
    `DAK${postcode.padEnd(11)}`,
    ...(version === 1 ? [] : [`DCG${country === 'US' ? 'USA' : 'CAN'}`]),
    'DAU069 IN',
  ];
  const part = `${kind}${fields.join(lf)}${cr}`;
  const own = `ZNZNADDAQ${cr}`;
  const headerLength = version === 1 ? 19 + 20 : 21 + 20;
  const table = [
    [kind, headerLength, part.length],
    ['ZN', headerLength + part.length, own.length],
  ] as const;
  const parts = table.map(([type, at, length]) => type + String(at).padStart(4, '0') + String(length).padStart(4, '0'));
  const versions = String(version).padStart(2, '0') + (version === 1 ? '' : '00');
  return `@${lf}${rs}${cr}ANSI ${iin}${versions}02${parts.join('')}${part}${own}`;
}
