import { TriangleAlert } from 'lucide-react';
import { useCommands } from '#web/api/commands/commands.ts';
import { type CommandRecord, isOpen } from '#web/api/commands/record.ts';

function sentenceFor({ title, owner: { name, location } }: CommandRecord): string {
  const where = location === null ? '' : ` at ${location}`;
  return `${title}, by ${name}${where}, may or may not be saved. Do not do it again: the till finds out once ${name} signs in here.`;
}

/** Names the unanswered commands of this browser to the next person who signs in. */
export function LeftBehind() {
  const records = useCommands((state) => state.records);
  const open = [...records.values()].filter(isOpen);
  if (open.length === 0) return null;
  return (
    <ul aria-label="Being checked" className="mt-5 flex flex-col gap-2 rounded-md bg-yellow-soft p-3.5">
      {open.map((record) => (
        <li key={record.key} className="flex gap-3 text-sm text-ink-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
          {sentenceFor(record)}
        </li>
      ))}
    </ul>
  );
}
