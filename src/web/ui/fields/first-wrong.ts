/** The first field of a form that is wrong gets the focus, once what is wrong stands there. */
export function focusFirstWrong(form: ParentNode | null): void {
  window.requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
