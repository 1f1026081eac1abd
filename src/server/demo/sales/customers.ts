import type { DemoCustomer } from '../model.ts';
import { createRandom, type Random } from '../random.ts';
import { addDays } from '../shop-time.ts';

const FIRST_NAMES = [
  'Amara',
  'Beau',
  'Camille',
  'Dashiell',
  'Elena',
  'Finley',
  'Grace',
  'Harlan',
  'Imani',
  'Jonah',
  'Keiko',
  'Lionel',
  'Maeve',
  'Nadia',
  'Orson',
  'Priya',
  'Quentin',
  'Rosalind',
  'Silas',
  'Tamsin',
  'Ursula',
  'Victor',
  'Willa',
  'Xavier',
  'Yolanda',
  'Zeke',
  'Adele',
  'Bram',
  'Cora',
  'Desmond',
  'Esther',
  'Felix',
  'Greta',
  'Hollis',
  'Ines',
  'Jasper',
  'Kamala',
  'Leif',
  'Marisol',
  'Noel',
] as const;

const LAST_NAMES = [
  'Abernathy',
  'Boone',
  'Calloway',
  'Delgado',
  'Ellery',
  'Fontaine',
  'Greer',
  'Hendrix',
  'Iverson',
  'Juarez',
  'Kimball',
  'Lockhart',
  'Marsh',
  'Nakamura',
  'Okafor',
  'Penrose',
  'Quigley',
  'Rutledge',
  'Sandoval',
  'Tolliver',
  'Underwood',
  'Vance',
  'Whitlock',
  'Yancey',
] as const;

const STREETS = [
  'Dogwood Ct',
  'Millrace Ln',
  'Tryon Fork Rd',
  'Sourwood Dr',
  'Depot St',
  'Laurel Gap Rd',
  'Sharon Branch Ave',
  'Fern Hollow Ln',
  'Old Toll Rd',
  'Bluestem Way',
  'Catawba Bend',
  'Porch Swing Ln',
] as const;

const TOWNS: readonly (readonly [city: string, state: string, postcode: string, areaCode: string, home: number])[] = [
  ['Charlotte', 'NC', '28205', '704', 19],
  ['Charlotte', 'NC', '28204', '704', 20],
  ['Charlotte', 'NC', '28209', '980', 20],
  ['Matthews', 'NC', '28105', '704', 25],
  ['Monroe', 'NC', '28110', '704', 19],
  ['Blowing Rock', 'NC', '28605', '828', 21],
  ['Boone', 'NC', '28607', '828', 21],
  ['Lenoir', 'NC', '28645', '828', 21],
  ['Concord', 'NC', '28025', '704', 20],
  ['Fort Mill', 'SC', '29715', '803', 20],
  ['Gastonia', 'NC', '28052', '704', 20],
  ['Mint Hill', 'NC', '28227', '980', 25],
];

const COUNT = 80;
const FIRST_ID = 101;
const MAIL_HOSTS = ['example.com', 'example.net', 'example.org'] as const;

/** The regulars. Their telephone numbers are reserved for fiction, their mail hosts for examples. */
export function makeCustomers(asOfDay: string, random: Random = createRandom('customers')): DemoCustomer[] {
  const lastNames = random.shuffled(LAST_NAMES);
  return Array.from({ length: COUNT }, (_, index) => {
    const firstName = FIRST_NAMES[index % FIRST_NAMES.length] ?? 'Alex';
    // 40 first and 24 last names: the second round of first names meets other last names.
    const lastName = lastNames[(index + Math.floor(index / FIRST_NAMES.length) * 5) % lastNames.length] ?? 'Doe';
    const [city, state, postcode, areaCode, homeLocationId] = random.pick(TOWNS);
    const username = `${firstName}.${lastName}`.toLowerCase();
    const hasEmail = index % 7 !== 3;
    const hasPhone = !hasEmail || index % 9 !== 4;
    return {
      id: FIRST_ID + index,
      username,
      firstName,
      lastName,
      email: hasEmail ? `${username}@${random.pick(MAIL_HOSTS)}` : `${username}@customers.invalid`,
      hasEmail,
      phone: hasPhone ? `${areaCode}-555-01${String(index).padStart(2, '0')}` : '',
      address: {
        address_1: `${random.int(3, 98) * 10 + random.int(1, 9)} ${random.pick(STREETS)}`,
        address_2: random.chance(0.15) ? `Apt ${random.int(1, 24)}` : '',
        city,
        state,
        postcode,
        country: 'US',
      },
      dateOfBirth: addDays('1956-01-01', random.int(0, 17_500)),
      joinedDay: addDays(asOfDay, -random.int(366, 900)),
      homeLocationId,
      // A few come every week, most now and then.
      loyalty: 1 / (1 + random.int(0, COUNT) / 6),
    };
  });
}
