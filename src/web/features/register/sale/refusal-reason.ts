import type { CallError } from '#web/api/call/call-error.ts';

/** The server's sentence of a known refusal, or its status. Rule: register/failed-sale. */
export function reasonOf(error: CallError): string {
  return saysWhy(error) ? error.message : `Failed to process order (${error.status})`;
}

function saysWhy({ details }: CallError): boolean {
  return typeof details['error'] === 'string';
}
