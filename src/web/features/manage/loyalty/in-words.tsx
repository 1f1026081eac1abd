import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { example, inSentences } from './loyalty-words.ts';

/** The loyalty settings in sentences, with an example. */
export function InWords({ settings, nameOf }: { settings: LoyaltySettings; nameOf: (categoryId: number) => string }) {
  return (
    <section aria-label="In words" className="rounded-lg border border-line bg-panel p-4">
      <h3 className="text-sm font-medium text-ink-3">In words</h3>
      <p className="mt-2 text-base font-medium text-ink">{example(settings)}</p>
      <ul className="mt-3 flex flex-col gap-2 text-sm text-ink-2">
        {inSentences(settings, nameOf).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
