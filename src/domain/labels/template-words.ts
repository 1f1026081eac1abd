import type { TemplateRefused } from './template.ts';

/** Why a template cannot be printed, in a sentence. */
export const TEMPLATE_WORDS: Record<TemplateRefused['code'], string> = {
  no_labels: 'A template needs at least one row and one column.',
  too_many_labels: 'A template has at most 500 labels on a page.',
  beyond_the_page: 'The labels do not fit on the page: check margins, pitch and number of rows and columns.',
  overlapping: 'The labels overlap: the pitch is smaller than the label.',
  no_room: 'The padding leaves no room for text on the label.',
  text_size: 'The text must have 5 to 72 points, and lines 1.2 to 3 times their size.',
};
