// By itself, because the first screens of the web app use it.

/** 1985-03-14, and 3/14/1985 as people of the United States write it. */
export const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
export const US_DAY = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/** True of a text that is written as a day. */
export function isTypedDay(typed: string): boolean {
  return ISO_DAY.test(typed.trim()) || US_DAY.test(typed.trim());
}
