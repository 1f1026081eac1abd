import { expect, it } from 'vitest';
import { Secrets } from '#server/secrets/secrets.ts';
import { attemptOf } from './throttle.ts';

const secrets = new Secrets(Buffer.alloc(32, 7));
const subjectsOf = (ip: string, login = 'ada', knownAs: number | null = null) =>
  attemptOf(secrets, { login, ip, knownAs }).map(({ name }) => name);
const placeOf = (ip: string) => subjectsOf(ip).find((name) => name.startsWith('address:'));

it('counts the addresses of one IPv6 network together, and an IPv4 address by itself', () => {
  expect(placeOf('2001:db8:1:2:3:4:5:6')).toBe('address:2001:db8:1:2::/64');
  expect(placeOf('2001:DB8:0001:2::9')).toBe(placeOf('2001:db8:1:2:ffff::1'));
  expect(placeOf('2001:db8::1')).toBe('address:2001:db8:0:0::/64');
  expect(placeOf('::1')).toBe('address:0:0:0:0::/64');
  expect(placeOf('fe80::1%eth0')).toBe('address:fe80:0:0:0::/64');
  expect(placeOf('::ffff:10.0.0.1')).toBe('address:10.0.0.1');
  expect(placeOf('10.0.0.2')).toBe('address:10.0.0.2');
});

it('keeps nothing readable of what was typed as a name, nor what could be tried out without the key', () => {
  const [place = ''] = subjectsOf('10.0.0.1', 'my password');
  expect(place).not.toContain('password');
  const others = attemptOf(new Secrets(Buffer.alloc(32, 8)), { login: 'my password', ip: '10.0.0.1', knownAs: null });
  expect(others[0]?.name).not.toBe(place);
});

it('takes a name for the same however it is written', () => {
  expect(subjectsOf('10.0.0.1', ' ＡＤＡ\u200b')).toEqual(subjectsOf('10.0.0.1', 'ada'));
});

it('counts the guesses of a known browser against whom it is known as, and nobody else', () => {
  expect(subjectsOf('10.0.0.1', 'ada', 4)).toHaveLength(1);
  expect(subjectsOf('10.0.0.1', 'ada', 4)).toEqual(subjectsOf('10.9.9.9', 'ada', 4));
  expect(subjectsOf('10.0.0.1', 'ada', 4)).not.toEqual(subjectsOf('10.0.0.1', 'ada', 5));
});
