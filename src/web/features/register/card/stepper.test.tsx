// @vitest-environment happy-dom
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { type Measured, measuredBy } from '#domain/unit.ts';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { QuantityStepper } from '../cart/line/quantity-stepper.tsx';
import { Stepper } from './stepper.tsx';

let view: OnScreen;
afterEach(() => view.leave());

const GRAMS = measuredBy('g', toMilli(100));
const SIXES = measuredBy(null, toMilli(6000));

function OnCard({ measured, first }: { measured: Measured; first: number }) {
  const [count, setCount] = useState(first);
  return (
    <>
      <Stepper name="Trim" value={count} measured={measured} onChange={setCount} />
      <output>{count}</output>
    </>
  );
}

it('counts grams by its step, without the error of a sum of decimals', async () => {
  view = await onScreen(<OnCard measured={GRAMS} first={0.1} />);
  const label = 'Quantity of Trim, g';
  for (let times = 0; times < 2; times += 1) await view.press(view.button(`More: ${label}`));
  expect(view.all('output')[0]?.textContent).toBe('0.3');
  await view.type(view.all('input')[0] as HTMLInputElement, '2.5');
  expect(view.all('output')[0]?.textContent).toBe('2.5');
  // Between two steps: not taken.
  await view.type(view.all('input')[0] as HTMLInputElement, '2.55');
  expect(view.all('output')[0]?.textContent).toBe('2.5');
  expect(view.text()).toContain('g');
});

it('goes no lower than one step', async () => {
  view = await onScreen(<OnCard measured={SIXES} first={6} />);
  expect(view.button('Less: Quantity of Trim').disabled).toBe(true);
  await view.press(view.button('More: Quantity of Trim'));
  expect(view.all('output')[0]?.textContent).toBe('12');
});

it('removes a line of the cart at its last step', async () => {
  const counts: number[] = [];
  view = await onScreen(
    <QuantityStepper name="Trim" count={0.1} measured={GRAMS} onCount={(count) => counts.push(count)} />,
  );
  await view.press(view.button('More of Trim'));
  await view.press(view.button('Remove Trim'));
  expect(counts).toEqual([0.2, 0]);
});
