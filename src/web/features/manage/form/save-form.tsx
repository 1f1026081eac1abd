import type { ReactNode } from 'react';

/** A form that Enter and its button save. What is wrong is said beside the fields, not by the browser. */
export function SaveForm({
  label,
  className,
  onSave,
  children,
}: {
  label: string;
  className?: string;
  onSave: () => unknown;
  children: ReactNode;
}) {
  return (
    <form
      aria-label={label}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
      }}
    >
      {children}
    </form>
  );
}
