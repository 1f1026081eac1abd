/** The head of a column, before its figure where a phone shows no heads. */
export function PhoneLabel({ children }: { children: string }) {
  return (
    <span aria-hidden className="hidden text-ink-3 max-[640px]:inline">
      {children}{' '}
    </span>
  );
}
