import { Check, Copy } from 'lucide-react';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { useCopied } from './use-copied.ts';

/** @param what is copied, as the button names it */
export function CopyButton({ what, text, size }: { what: string; text: string; size?: 'sm' }) {
  const { copied, copy } = useCopied();
  const iconSize = size === 'sm' ? 'size-3.5' : 'size-4';
  return (
    <IconButton
      {...(size && { size })}
      label={copied ? 'Copied' : `Copy ${what}`}
      icon={copied ? <Check className={cx(iconSize, 'text-accent-ink')} /> : <Copy className={iconSize} />}
      onClick={() => copy(text)}
    />
  );
}
