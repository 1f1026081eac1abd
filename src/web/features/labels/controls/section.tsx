import { type ReactNode, useId } from 'react';

/** A part of the panel under its heading. */
export function Section({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-line px-4 py-4 last:border-b-0">
      <h3 id={id} className="mb-2.5 text-xs font-semibold tracking-wide text-ink-2 uppercase">
        {title}
      </h3>
      {children}
      {note && <p className="mt-2 text-sm text-ink-3">{note}</p>}
    </section>
  );
}

/** A row of two switches. */
export function Pairs({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-2">{children}</div>;
}
