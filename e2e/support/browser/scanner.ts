import type { Page } from '@playwright/test';

/** Time between two characters of a scanner, in milliseconds. */
const GAP_MS = 6;

/**
 * Types like a barcode scanner: a burst of characters and Enter, into the element with the focus. The keys carry a
 * scanner's timestamps, so that a busy machine does not make them look typed by hand.
 * @param stumble the extra pause before the character at an index
 */
export async function scan(
  page: Page,
  code: string,
  stumble: { place: number; ms: number } = { place: 0, ms: 0 },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const startS = Date.now() / 1000;
  const keys = [...code.split(''), 'Enter'];
  await Promise.all(
    keys.flatMap((key, place) => {
      const isEnter = key === 'Enter';
      const press = {
        key,
        code: isEnter ? 'Enter' : `Digit${key}`,
        windowsVirtualKeyCode: isEnter ? 13 : key.charCodeAt(0),
        timestamp: startS + (place * GAP_MS + (place < stumble.place ? 0 : stumble.ms)) / 1000,
      };
      return [
        devtools.send('Input.dispatchKeyEvent', { ...press, type: 'keyDown', text: isEnter ? '\r' : key }),
        devtools.send('Input.dispatchKeyEvent', { ...press, type: 'keyUp' }),
      ];
    }),
  );
  await devtools.detach();
}

/**
 * Types the text of a licence like a handheld scanner: line ends as Enter and Ctrl+J, the record separator as Ctrl+6.
 */
export async function typeCard(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const startS = Date.now() / 1000;
  const pressOf = (character: string) => {
    if (character === '\r') return { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    if (character === '\n') return { key: 'j', code: 'KeyJ', windowsVirtualKeyCode: 74, modifiers: 2 };
    if (character === '\u001E') return { key: '6', code: 'Digit6', windowsVirtualKeyCode: 54, modifiers: 2 };
    return { key: character, text: character };
  };
  await Promise.all(
    Array.from(text).flatMap((character, place) => {
      const press = { ...pressOf(character), timestamp: startS + (place * GAP_MS) / 1000 };
      return [
        devtools.send('Input.dispatchKeyEvent', { ...press, type: 'keyDown' }),
        devtools.send('Input.dispatchKeyEvent', { ...press, type: 'keyUp' }),
      ];
    }),
  );
  await devtools.detach();
}
