import { expect, type Locator } from '@playwright/test';

const FARTHEST = 80;

/** Presses Tab until the control has the focus, as somebody without a mouse does. A control that Tab does not reach fails. */
export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = control.page();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let turn = 0; turn < FARTHEST && !(await isThere()); turn += 1) await page.keyboard.press(key);
  await expect(control).toBeFocused();
}
