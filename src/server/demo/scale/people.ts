import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';

const FIRST_NAMES =
  'Ada Alan Alma Amos Anya Arlo Asha Avery Basil Bea Blake Boris Brynn Caleb Cass Celia Chidi Clara Colin Dana Daria Dev Dora Drew Edith Elias Ellen Emeka Enzo Erin Esme Ezra Faye Finn Flora Gail Gemma Gio Hana Hank Hope Hugo Ida Igor Ilse Ira Iris Ivan Jade Jai June Kai Kara Keith Kira Kofi Lana Lars Leah Leo Lila Luca Mae Malik Mara Max Mina Moses Nell Nico Nina Noor Odin Olga Opal Otis Paige Pablo Quinn Rae Remy Rhea Rosa Rufus Ruth Sage Sami Sara Seth Shay Sol Tara Theo Uma Uri Vera Vito Wren Yara Zane Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Abbott Acosta Adler Aiken Akers Alvarez Amos Arnett Ashe Bacon Barlow Bauer Beck Bishop Blount Bond Bowen Brandt Burke Byrd Cabrera Cain Carver Chen Church Clay Cobb Cole Conrad Cruz Daly Dean Diaz Dove Drake Duarte Dunn Eaton Ellis Engel Farrow Finch Fitch Flynn Ford Frost Galloway Garza Gibbs Glenn Grant Gupta Hale Hardy Hayes Hess Holt Hood Ibarra Ito Jarvis Keane Kemp Khan Kirby Knox Lamb Lane Larkin Li Lowe Lund Maddox Marsh Mercer Miles Mora Nash Novak Oakes Ortiz Park Pate Pham Poe Price Quick Rhodes Rios Roper Rossi Sato Shaw Singh Sloan Snow Stark Stein Swift Tate Todd Tran Vega Vogel Wade Walsh Webb West Wolf Yoder York Young Zapata'.split(
    ' ',
  );
const TOWNS = [
  'Charlotte 28205',
  'Matthews 28105',
  'Blowing Rock 28605',
  'Boone 28607',
  'Concord 28025',
  'Monroe 28110',
];

/**
 * Adds generated customers with addresses. Their telephone numbers are of the range kept for fiction, so they repeat;
 * one in eight has no mail address.
 */
export async function addCustomers(tx: Tx, count: number): Promise<void> {
  await sql`
    WITH people AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('users', 'id'))::integer AS id FROM generate_series(1, ${count}::integer)
    ), named AS MATERIALIZED (
      SELECT id, (${FIRST_NAMES}::text[])[1 + (hashint8extended(id, 1) & 2147483647) % ${FIRST_NAMES.length}] AS first_name,
             (${LAST_NAMES}::text[])[1 + (hashint8extended(id, 2) & 2147483647) % ${LAST_NAMES.length}] AS last_name,
             (${TOWNS}::text[])[1 + (hashint8extended(id, 3) & 2147483647) % ${TOWNS.length}] AS town,
             '704-555-01' || lpad(((hashint8extended(id, 4) & 2147483647) % 100)::text, 2, '0') AS phone,
             (hashint8extended(id, 5) & 7) > 0 AS has_email
        FROM people
    ), reachable AS MATERIALIZED (
      SELECT *, lower(first_name || '.' || last_name) || '.' || id AS username,
             jsonb_build_object('first_name', first_name, 'last_name', last_name, 'company', '', 'address_2', '',
               'address_1', ((hashint8extended(id, 6) & 4095) + 1) || ' Lantern St', 'city', regexp_replace(town, ' \\d+$', ''),
               'state', 'NC', 'postcode', right(town, 5), 'country', 'US') AS address
        FROM named
    ), listed AS (
      INSERT INTO users (id, username, email, name, display_name, first_name, last_name, phone, role)
        SELECT id, username, username || CASE WHEN has_email THEN '@example.com' ELSE '@customers.invalid' END,
               first_name || ' ' || last_name, first_name || ' ' || last_name, first_name, last_name, phone, 'customer'
          FROM reachable
    )
    INSERT INTO customer_details (user_id, billing, shipping)
      SELECT id, address || jsonb_build_object('email', CASE WHEN has_email THEN username || '@example.com' ELSE '' END, 'phone', phone),
             address
        FROM reachable`.execute(tx);
}
