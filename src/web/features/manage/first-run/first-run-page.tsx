import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { nextPart, type Part, type Step, stepsOf, useFirstRun, usePutAway } from '#web/entities/first-run/first-run.ts';
import { PartLink } from '#web/entities/first-run/part-link.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { focusIfFree } from '#web/ui/layers/hand-focus.ts';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';

/** The next step takes the focus, so that Enter goes on. A focus that somebody has placed stays. */
const focusNext = (link: HTMLElement | null): void => void focusIfFree(link);

/** The steps of a new shop to its first sale. Rule: workspace/first-run. */
export function FirstRunPage() {
  const shop = useFirstRun();
  const { away, putAway } = usePutAway();
  const navigate = useNavigate();
  if (shop.isPending) return <LoadingPanel label="Loading Getting started..." />;
  if (!shop.data)
    return <ErrorPanel title="Error Loading Getting started" error={shop.error} onRetry={() => shop.refetch()} />;
  const steps = stepsOf(shop.data);
  const next = nextPart(steps);
  const done = steps.filter((step) => step.done).length;
  return (
    <div className="flex flex-col gap-4 pt-4 pb-8">
      <div className="flex items-center gap-4">
        <p className="min-w-0 grow text-sm text-ink-2" role="status">
          {next === undefined
            ? 'Everything is set up: the shop can sell.'
            : `${done} of ${steps.length} steps are done.`}
        </p>
        {!away && (
          <Button
            onClick={() => {
              putAway(true);
              toast.success('The checklist is put away. Settings brings it back.');
              void navigate({ to: '/' });
            }}
          >
            Put away
          </Button>
        )}
      </div>
      <ol className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <StepCard key={step.title} step={step} number={at + 1} next={next} />
        ))}
      </ol>
    </div>
  );
}

function StepCard({
  step: { title, parts, done },
  number,
  next,
}: {
  step: Step;
  number: number;
  next: Part | undefined;
}) {
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-panel p-4">
      <span
        aria-hidden
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold',
          done ? 'bg-green-soft text-green' : 'bg-neutral-soft text-neutral',
        )}
      >
        {done ? <Check className="size-4.5" /> : number}
      </span>
      <div className="min-w-0 grow">
        <h3 className="flex min-h-8 items-center text-base font-medium">
          {title}
          {done && <span className="sr-only">: done</span>}
        </h3>
        <ul className="divide-y divide-line">
          {parts.map((part) => (
            <li
              key={part.place === 'settings' ? 'settings' : part.hint}
              className="flex items-center gap-4 py-2.5 max-[640px]:flex-wrap max-[640px]:gap-y-2"
            >
              <div className="min-w-0 grow max-[640px]:basis-full">
                <p className="flex items-center gap-1.5 text-sm text-ink">
                  {part.label}
                  {part.done && (
                    <>
                      <Check aria-hidden className="size-4 text-green" />
                      <span className="sr-only">: done</span>
                    </>
                  )}
                </p>
                <p className="mt-0.5 text-sm text-ink-3">{part.hint}</p>
              </div>
              <PartLink
                part={part}
                primary={part === next}
                verb={part.done ? 'Look' : part === next ? 'Do this next' : 'Open'}
                {...(part === next && { linkRef: focusNext })}
              />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
