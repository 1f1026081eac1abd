import { expect, it } from 'vitest';
import { usernameFor } from './staff-account.ts';

it.each([
  ['Jordan Lee', 'jordan.lee'],
  ['  Zoë  O’Hara-Münster ', 'zoe.o.hara.munster'],
  ['李 小龙', '李.小龙'],
  ['!!', ''],
  [`${'a'.repeat(59)} bc`, 'a'.repeat(59)],
])('%s signs in as "%s"', (name, username) => {
  expect(usernameFor(name)).toBe(username);
});
