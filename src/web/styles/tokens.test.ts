import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SURFACES = ['ground', 'panel', 'raised'];

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

function tokensOf(theme: 'dark' | 'light'): Map<string, string> {
  const start = css.indexOf(`:root[data-theme='${theme}'] {`);
  const block = css.slice(start, css.indexOf('}', start));
  const tokens = new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
  // The colour of pressed and highlighted controls is translucent, so it is mixed with each surface behind it.
  const [, red, green, blue, share] = /--press: rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\);/.exec(block) ?? [];
  const press = [red, green, blue].map(Number);
  for (const surface of SURFACES)
    tokens.set(`${surface}-pressed`, over(press, Number(share), tokens.get(surface) ?? ''));
  return tokens;
}

function over(colour: readonly number[], share: number, back: string): string {
  const mixed = colour.map((value, place) => {
    const behind = Number.parseInt(back.slice(1 + place * 2, 3 + place * 2), 16);
    return Math.round(value * share + behind * (1 - share));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

type Pair = [front: string, back: string];
const STATUSES = ['green', 'blue', 'yellow', 'orange', 'red', 'purple', 'crimson', 'neutral'];
const across = (fronts: string[]) => fronts.flatMap((front) => SURFACES.map((back): Pair => [front, back]));

const TEXT: Pair[] = [
  ...across(['ink', 'ink-2', 'ink-3', 'accent-ink', 'danger-ink']),
  ...['ink', 'ink-2', 'ink-3'].map((front): Pair => [front, 'raised-pressed']),
  ...STATUSES.map((status): Pair => [status, `${status}-soft`]),
  ...['ink', 'ink-2', 'accent-ink'].map((front): Pair => [front, 'accent-soft']),
  ...['ink', 'danger-ink'].map((front): Pair => [front, 'danger-soft']),
  ...['accent', 'accent-hover', 'accent-press'].map((back): Pair => ['on-accent', back]),
  ...['danger', 'danger-hover'].map((back): Pair => ['on-danger', back]),
];

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const ratio = ([front, back]: Pair) => contrast(tokens.get(front) ?? '', tokens.get(back) ?? '');

  it.each(TEXT)('writes %s on %s readably', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(across(['edge', 'focus']))('lets %s be seen on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3);
  });
});
