import { expect, it } from 'vitest';
import { attemptOf } from './throttle.ts';

const placeOf = (ip: string) => attemptOf('ada', ip).address;

it('counts the addresses of one IPv6 network together, and an IPv4 address by itself', () => {
  expect(placeOf('2001:db8:1:2:3:4:5:6')).toBe('address:2001:db8:1:2::/64');
  expect(placeOf('2001:DB8:0001:2::9')).toBe(placeOf('2001:db8:1:2:ffff::1'));
  expect(placeOf('2001:db8::1')).toBe('address:2001:db8:0:0::/64');
  expect(placeOf('::1')).toBe('address:0:0:0:0::/64');
  expect(placeOf('fe80::1%eth0')).toBe('address:fe80:0:0:0::/64');
  expect(placeOf('::ffff:10.0.0.1')).toBe('address:10.0.0.1');
  expect(placeOf('10.0.0.2')).toBe('address:10.0.0.2');
});

it('keeps nothing readable of what was typed as a name', () => {
  expect(attemptOf('my password', '10.0.0.1').account).not.toContain('password');
});
