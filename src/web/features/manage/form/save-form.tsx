import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';

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

/** What a record's form ends with: Discard while something is typed, and the button that saves. */
export function SaveFoot({
  form: { isEdited, isSent, discard },
  maySave,
  beside,
  children,
}: {
  form: { readonly isEdited: boolean; readonly isSent: boolean; readonly discard: () => void };
  maySave: boolean;
  /** Stands at the other end of the line. */
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-2">
      {beside}
      <span className="grow" />
      {isEdited && !isSent && (
        <Button variant="ghost" onClick={discard}>
          Discard
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isSent} disabled={!maySave && !isSent}>
        {children}
      </Button>
    </div>
  );
}
