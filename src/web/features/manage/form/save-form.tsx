import type { FocusEvent, ReactNode, Ref } from 'react';
import { Button } from '#web/ui/controls/button.tsx';

/** A form that is saved by Enter or its button. Problems are shown beside the fields, not by the browser. */
export function SaveForm({
  label,
  className,
  watch,
  onSave,
  children,
}: {
  label: string;
  className?: string;
  /** Of `useLeftFields`. */
  watch?: { ref: Ref<HTMLFormElement>; onBlur: (event: FocusEvent<HTMLFormElement>) => void };
  onSave: () => unknown;
  children: ReactNode;
}) {
  return (
    <form
      aria-label={label}
      noValidate
      {...watch}
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

/** The buttons below a record's form: Discard, shown if there are edits, and Save. */
export function SaveFoot({
  form: { isEdited, isSent, discard },
  maySave,
  beside,
  children,
}: {
  form: { readonly isEdited: boolean; readonly isSent: boolean; readonly discard: () => void };
  maySave: boolean;
  /** Shown at the other end of the line. */
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
