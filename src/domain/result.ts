/** The answer of a rule that may say no: a value, or a refusal that names its reason. */
export type Result<T, R extends { code: string }> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refused: R };

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<R extends { code: string }>(refused: R): { readonly ok: false; readonly refused: R } {
  return { ok: false, refused };
}
