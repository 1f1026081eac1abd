import type { Question } from './question.ts';
import { comparisons, salesFigures, salesTables } from './sales-questions.ts';
import { everythingElse, ordersOf, stockOf } from './shop-questions.ts';
import type { Subjects } from './subjects.ts';

/** The questions. The database has the figures that answer them. Rule: assistant/evals. @param today the day in the demo shop */
export function questionsOf(subjects: Subjects, today: string): Question[] {
  return [
    ...salesFigures(today),
    ...salesTables(today),
    ...comparisons(today),
    ...ordersOf(subjects, today),
    ...stockOf(subjects),
    ...everythingElse(subjects),
  ];
}
