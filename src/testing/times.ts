/** How many times as often the random tests repeat. `npm run test:long` sets it to 20. */
const TIMES = Number(process.env['TEST_TIMES'] ?? 1);

/** The number of repetitions of a random test, from the number that every run can afford. */
export const times = (few: number): number => Math.ceil(few * TIMES);

/**
 * True when nothing is left out: in `npm run test:long`, and where the files are named. Otherwise tests that try a share of their cases try
 * no more, and the slowest of what seldom changes are skipped.
 */
export const IS_LONG = TIMES > 1 || process.env['WHOLE_FILES'] !== undefined;
