import { type ReactNode, useRef, useState } from 'react';
import { cx } from '../cx.ts';

interface Accepted {
  /** Names the file: "CSV file". */
  readonly label: string;
  readonly accept: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
}

/** A file chooser without looks: `input` is drawn somewhere, and `choose` opens it. */
export function useFileInput({
  label,
  accept,
  disabled = false,
  onFile,
  capture = false,
}: Accepted & {
  /** On phones and tablets, opens the camera in place of the files. */
  readonly capture?: boolean;
}) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      {...(capture && { capture: 'environment' as const })}
      disabled={disabled}
      onChange={({ target }) => {
        const file = target.files?.[0];
        // Allows choosing the same file again after correcting it.
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
  return { input, choose: () => ref.current?.click() };
}

/** Takes a file that is dropped on it, or chosen by the button that `children` draws. */
export function DropZone({
  className,
  children,
  ...accepted
}: Accepted & {
  className?: string;
  children: (choose: () => void) => ReactNode;
}) {
  const { disabled = false, onFile } = accepted;
  const { input, choose } = useFileInput(accepted);
  const [over, setOver] = useState(false);
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
      }}
      className={cx(
        'rounded-lg border border-dashed transition-colors',
        over ? 'border-accent bg-accent-soft' : 'border-edge',
        className,
      )}
    >
      {children(choose)}
      {input}
    </div>
  );
}
