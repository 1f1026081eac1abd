/** The languages offered to every customer. A customer who has another one keeps it. */
const LANGUAGES = ['en', 'es', 'fr', 'zh', 'vi', 'ko', 'ar', 'ru'];

const names = new Intl.DisplayNames('en-US', { type: 'language', fallback: 'code' });

/** "English" for "en". A code that is not a language is returned unchanged. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** @param present the customer's language */
export function languagesWith(present: string): readonly string[] {
  return LANGUAGES.includes(present) ? LANGUAGES : [...LANGUAGES, present];
}
