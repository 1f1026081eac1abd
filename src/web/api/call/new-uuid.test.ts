import { afterEach, expect, it, vi } from 'vitest';
import { newUuid } from './new-uuid.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

it('makes keys also where the page is not secure', () => {
  expect(newUuid()).toMatch(UUID);
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
  expect(newUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
