/** Focuses the first invalid field of a form, in the next frame, when the fields have been marked. */
export function focusFirstWrong(form: ParentNode | null): void {
  window.requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
