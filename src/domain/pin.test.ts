import { expect, it } from 'vitest';
import { isGoodPin } from './pin.ts';

it.each(['482913', '112233', '100000', '135790'])('%s is a PIN', (pin) => expect(isGoodPin(pin)).toBe(true));
it.each(['12345', '1234567', '123456', '654321', '000000', '777777', '12a456', '１２３４５７', ''])(
  '"%s" is none',
  (pin) => expect(isGoodPin(pin)).toBe(false),
);
