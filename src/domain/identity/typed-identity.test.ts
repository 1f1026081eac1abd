import { expect, it } from 'vitest';
import { typedIdentity } from './typed-identity.ts';

const TODAY = '2026-11-28';
const read = (typed: string) => typedIdentity(typed, TODAY);

it('reads a birth date as it is written in the United States, and as it is stored', () => {
  for (const typed of ['03/14/1985', '3/14/1985', '3-14-1985', '3.14.1985', '1985-03-14', ' 1985-3-14 '])
    expect(read(typed)).toEqual({ kind: 'birth_date', birthDay: '1985-03-14' });
});

it('takes no day for a birth date that nobody can have been born on', () => {
  for (const typed of ['2/30/1985', '14/03/1985', '11/29/2026', '1/1/1850', '3/14/85', '3/14', '1985'])
    expect(read(typed)?.kind).not.toBe('birth_date');
});

it('takes for a licence what has letters and digits enough, and no name, address or id', () => {
  for (const typed of ['000012345678', 'X123-4567 890', 'd1234567'])
    expect(read(typed)).toEqual({ kind: 'licence', licenseNumber: typed });
  for (const typed of ['Ada Quimby', 'ada@example.com', '1234', '5 Elm Street', '(704) 555-0120', ''])
    expect(read(typed)).toBeNull();
});
