import { isDay } from './day.ts';
import { accept, refuse, type Result } from './result.ts';

export const FIELD_TYPES = ['text', 'number', 'select', 'boolean', 'date'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The constraints on the values of a field. */
export interface FieldRule {
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Of a list: its values. Of a text: what is suggested. */
  readonly options?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export const MAX_FIELD_VALUE = 1000;
const NUMBER = /^-?\d{1,12}(?:\.\d{1,6})?$/;
const YES = new Set(['true', 'yes', '1', 'on']);
const NO = new Set(['false', 'no', '0', 'off']);

interface ValueRefused {
  readonly code: 'field_value_not_valid';
  readonly sentence: string;
}

/**
 * The value as it is stored: '' for none; numbers without needless zeros, 'true' or 'false', days as 2026-11-23.
 * Rule: catalogue/field-values.
 */
export function readFieldValue(rule: FieldRule, given: unknown): Result<string, ValueRefused> {
  const wrong = (what: string) =>
    refuse({ code: 'field_value_not_valid' as const, sentence: `${rule.label} ${what}.` });
  const isOne = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  if (given !== null && !isOne) return wrong('is no single value');
  const text = isOne ? String(given).trim() : '';
  if (text === '') return rule.required ? wrong('needs a value') : accept('');
  if (text.length > MAX_FIELD_VALUE) return wrong(`has more than ${MAX_FIELD_VALUE} characters`);
  switch (rule.type) {
    case 'text':
      return accept(text);
    case 'number': {
      if (!NUMBER.test(text)) return wrong('is a number, such as 12.5');
      const amount = Number(text);
      if (rule.min !== undefined && amount < rule.min) return wrong(`is ${rule.min} at least`);
      if (rule.max !== undefined && amount > rule.max) return wrong(`is ${rule.max} at most`);
      return accept(String(amount));
    }
    case 'select': {
      const option = rule.options?.find((one) => one.toLowerCase() === text.toLowerCase());
      return option === undefined ? wrong(`is one of ${rule.options?.join(', ') ?? 'nothing'}`) : accept(option);
    }
    case 'boolean': {
      const word = text.toLowerCase();
      return YES.has(word) ? accept('true') : NO.has(word) ? accept('false') : wrong('is yes or no');
    }
    case 'date':
      return isDay(text) ? accept(text) : wrong('is a day, such as 2026-11-23');
  }
}
