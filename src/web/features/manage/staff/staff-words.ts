import type { StaffMember } from '#contract/staff.ts';
import type { StaffRole } from '#domain/staff-account.ts';
import type { Tone } from '#web/ui/status/badge.tsx';

export const ROLE_LABEL: Record<StaffRole, string> = {
  staff: 'Staff',
  manager: 'Manager',
  administrator: 'Administrator',
};

export const ADMINISTRATOR_HINT = 'Does everything, with staff accounts and the settings of the shop.';

/** An account's state in a word: active, invited, not invited or disabled. */
export function accountState({ status, has_password: hasPassword, invited_until: until }: StaffMember): {
  tone: Tone;
  label: string;
} {
  if (status === 'disabled') return { tone: 'red', label: 'Disabled' };
  if (hasPassword) return { tone: 'green', label: 'Active' };
  return until === null ? { tone: 'orange', label: 'Not invited' } : { tone: 'yellow', label: 'Invited' };
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Chrome on Windows". The user agent is a hint, not a proof. */
export function browserName(userAgent: string): string {
  const named = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return userAgent === '' ? 'Unknown program' : userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
