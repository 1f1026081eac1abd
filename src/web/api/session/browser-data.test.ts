import { expect, it } from 'vitest';
import { outlivesCaches } from './browser-data.ts';

it.each([
  'pos_user',
  'pos_theme',
  'tillwright.till',
  'tillwright.labels',
  'tillwright.cart.3.20',
  'tillwright.cart.3.20.sold',
  'menu_config_20',
  'tv_id',
])('keeps %s when the caches are cleared', (key) => expect(outlivesCaches(key)).toBe(true));

it.each(['pos_errors', 'anything-else'])('clears %s', (key) => expect(outlivesCaches(key)).toBe(false));
