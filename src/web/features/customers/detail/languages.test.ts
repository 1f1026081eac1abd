import { expect, it } from 'vitest';
import { languageName, languagesWith } from './languages.ts';

it('names the language of a customer, whatever stands there', () => {
  expect(['en', 'es', 'pt-BR', 'Klingon!'].map(languageName)).toEqual([
    'English',
    'Spanish',
    'Brazilian Portuguese',
    'Klingon!',
  ]);
  expect(languagesWith('en')).not.toContain('pt-BR');
  expect(languagesWith('pt-BR')).toContain('pt-BR');
});
