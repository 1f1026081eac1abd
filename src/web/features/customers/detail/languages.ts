/** Offered to every customer; any other stays with whoever has it. */
const LANGUAGES = ['en', 'es', 'fr', 'zh', 'vi', 'ko', 'ar', 'ru'];

const names = new Intl.DisplayNames('en-US', { type: 'language', fallback: 'code' });

/** "English" of "en"; what is no language stands as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** @param present the language of the customer */
export function languagesWith(present: string): readonly string[] {
  return LANGUAGES.includes(present) ? LANGUAGES : [...LANGUAGES, present];
}
