import type { HistoryEntry } from '#contract/history.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { typeOf } from './stock-figure-words.ts';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';

/** The kind of an entry: "Sale", "Transfer → Monroe". */
export function ChangeType({ entry }: { entry: HistoryEntry }) {
  const { label, tone } = typeOf(entry);
  return (
    <Badge tone={tone} className="max-w-full min-w-0">
      <Tooltip label={label} onlyWhenClipped>
        <span className="truncate">{label}</span>
      </Tooltip>
    </Badge>
  );
}
