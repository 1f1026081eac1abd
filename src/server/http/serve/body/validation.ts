import type { FastifyError } from 'fastify';
import { Refusal } from '#server/refusal.ts';

interface Issue {
  instancePath?: string;
  message?: string;
  keyword?: string;
}

const PARTS: Readonly<Record<string, string>> = {
  querystring: 'query',
  params: 'address',
  body: 'body',
  headers: 'header',
};

/** `/line_items/0/quantity` in readable form: `line_items[0].quantity`. */
function fieldName(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 60))
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`), '');
}

/** One sentence that names the first invalid field and what was expected. Rule: wire/statuses. */
export function validationRefusal(error: Pick<FastifyError, 'validation' | 'validationContext'>): Refusal {
  const issue = (error.validation?.[0] ?? {}) as Issue;
  const field = fieldName(issue.instancePath ?? '');
  const part = PARTS[error.validationContext ?? 'body'] ?? 'request';
  const raw = (issue.message ?? 'not valid').replace(/\.$/, '');
  // Our own rules say what is wrong ("is not an id") or are whole sentences; the library's messages are labels.
  const isPredicate = /^[a-z]/.test(raw) && issue.message !== undefined;
  const message = raw.replace(/^Invalid input: /, '');
  const reason = message.charAt(0).toLowerCase() + message.slice(1);
  const subject = field === '' ? `The ${part} of this request` : `"${field}" in the ${part}`;
  const isSentence = issue.message?.endsWith('.') === true || (issue.keyword === 'custom' && raw !== 'Invalid input');
  const sentence = isPredicate ? `${subject} ${raw}.` : isSentence ? `${raw}.` : `${subject} is not valid: ${reason}.`;
  return new Refusal('invalid_request', sentence, { details: field === '' ? {} : { field } });
}
