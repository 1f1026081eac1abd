import { TriangleAlert } from 'lucide-react';

/** Warnings about text that customers could not read. */
export function Warnings({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul aria-label="Hard to read" className="flex flex-col gap-1 text-sm text-yellow">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-1.5">
          <TriangleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
