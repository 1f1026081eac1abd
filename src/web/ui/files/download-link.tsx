import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A link that looks like a button, because the browser downloads the file itself. */
export function DownloadLink({
  href,
  primary = false,
  onPressed,
  children,
}: {
  href: string;
  primary?: boolean;
  onPressed?: () => void;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      download
      onClick={onPressed}
      className={cx(
        'inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-md border px-3.5 text-sm font-medium whitespace-nowrap transition-colors select-none',
        primary
          ? 'border-transparent bg-accent text-on-accent hover:bg-accent-hover'
          : 'border-line-strong bg-raised text-ink hover:bg-press',
      )}
    >
      <FileDown aria-hidden className="size-4" />
      {children}
    </a>
  );
}
