/**
 * A seeded generator of our own (sfc32, seeded by a 128-bit string hash), so that the demo shop is the
 * same on every machine and every Node version. Never for secrets.
 */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Picks by weight; the weights need not add up to anything. */
  weighted<T>(choices: readonly T[], weightOf: (choice: T) => number): T;
  shuffled<T>(items: readonly T[]): T[];
  /** An independent stream under a label, so that adding draws to one part leaves the others as they were. */
  fork(label: string): Random;
}

export function createRandom(seed: string): Random {
  const step = sfc32(...hash128(seed));

  const int = (least: number, most: number): number => least + Math.floor(step() * (most - least + 1));

  function pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('Nothing to pick from');
    return choices[int(0, choices.length - 1)] as T;
  }

  function weighted<T>(choices: readonly T[], weightOf: (choice: T) => number): T {
    let point = step() * choices.reduce((total, choice) => total + weightOf(choice), 0);
    for (const choice of choices) {
      point -= weightOf(choice);
      if (point < 0) return choice;
    }
    return pick(choices.slice(-1));
  }

  function shuffled<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last -= 1) {
      const other = int(0, last);
      [result[last], result[other]] = [result[other] as T, result[last] as T];
    }
    return result;
  }

  return {
    next: step,
    int,
    chance: (probability) => step() < probability,
    pick,
    weighted,
    shuffled,
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}

function sfc32(first: number, second: number, third: number, counterStart: number): () => number {
  let [a, b, c, counter] = [first, second, third, counterStart];
  function step(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  }
  // The first outputs still resemble the seed; 15 rounds mix it.
  for (let round = 0; round < 15; round += 1) step();
  return step;
}

function hash128(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a];
}
