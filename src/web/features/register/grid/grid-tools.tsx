import { ClipboardCheck, LayoutGrid, Rows3 } from 'lucide-react';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { setCompactCards } from './card-density.ts';

/** Chooses the size of cards, and their mode: selling or counting. */
export function GridTools({
  compact,
  audit,
}: {
  compact: boolean;
  /** Null for people who may not set stock. */
  audit: { on: boolean; disabled: boolean; onChange: (on: boolean) => void; onIntent: () => void } | null;
}) {
  return (
    <>
      {audit?.on !== true && (
        <IconButton
          size="touch"
          label={compact ? 'Large cards' : 'Small cards'}
          icon={compact ? <LayoutGrid className="size-5" /> : <Rows3 className="size-5" />}
          onClick={() => setCompactCards(!compact)}
        />
      )}
      {audit && (
        <IconButton
          size="touch"
          label="Audit mode"
          aria-pressed={audit.on}
          disabled={audit.disabled}
          className={audit.on ? 'bg-press text-yellow' : ''}
          icon={<ClipboardCheck className="size-5" />}
          onPointerEnter={audit.onIntent}
          onFocus={audit.onIntent}
          onClick={() => audit.onChange(!audit.on)}
        />
      )}
    </>
  );
}
