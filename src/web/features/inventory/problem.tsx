import { CircleAlert } from 'lucide-react';

/** Says in a dialog why its action was refused. */
export function Problem({ sentence }: { sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span>{sentence}</span>
    </p>
  );
}
