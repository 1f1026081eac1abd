import { Tooltip } from '../layers/tooltip.tsx';

/** "Marlow Reyes" -> "MR" */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}

/** The initials of the signed-in person, so that nobody sells under another person's name. */
export function Initials({ name }: { name: string }) {
  return (
    <Tooltip label={`Signed in: ${name}`} side="right">
      <span
        role="img"
        aria-label={`Signed in: ${name}`}
        className="grid size-8 shrink-0 place-items-center rounded-full bg-neutral-soft text-xs font-semibold text-ink-2 select-none"
      >
        {initialsOf(name)}
      </span>
    </Tooltip>
  );
}
