import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { ListChecks, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { nextPart, stepsOf, useFirstRun, usePutAway } from '#web/entities/first-run/first-run.ts';
import { PartLink } from '#web/entities/first-run/part-link.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { toast } from '#web/ui/status/toast.tsx';

const PAGE = '/manage/first-run';
/** True after the checklist has opened by itself, which it does once in the life of a page. */
let isOpened = false;

/**
 * A strip above every view of a new shop, with its progress, the next part and the way back to the checklist.
 * Rule: workspace/first-run.
 */
export function FirstRunStrip() {
  const { data: shop } = useFirstRun();
  const { away, putAway } = usePutAway();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const navigate = useNavigate();
  const opens = shop?.is_new === true && !away && shop.products === 0 && pathname === '/' && searchStr === '';

  const link = useRef<HTMLElement>(null);
  const label = shop && nextPart(stepsOf(shop))?.label;
  const former = useRef(label);
  // When a part is done and its form has gone with the focus, Enter goes on. A page that was just loaded begins at its top.
  useEffect(() => {
    if (former.current !== undefined && former.current !== label) handFocusOn(() => link.current);
    former.current = label;
  }, [label]);

  useEffect(() => {
    if (!opens || isOpened) return;
    isOpened = true;
    void navigate({ to: '/manage/$page', params: { page: 'first-run' }, replace: true });
  }, [opens, navigate]);

  if (shop?.is_new !== true || away || pathname === PAGE) return null;
  const steps = stepsOf(shop);
  const next = nextPart(steps);
  if (next === undefined && shop.has_undone) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <nav
      aria-label="Getting started"
      className="flex min-h-10 items-center gap-2.5 border-b border-line bg-accent-soft px-4 text-sm text-accent-ink max-[640px]:flex-wrap max-[640px]:gap-y-0 max-[640px]:py-1"
    >
      <ListChecks aria-hidden className="size-4.5 shrink-0" />
      <Link
        to="/manage/$page"
        params={{ page: 'first-run' }}
        className="inline-flex shrink-0 items-center font-medium underline underline-offset-2 max-[640px]:grow"
      >
        Getting started
      </Link>
      <span className="min-w-0 grow truncate max-[640px]:order-last max-[640px]:basis-full">
        {next === undefined
          ? 'The shop can sell. The test sale is real: delete it in Orders if it should not count.'
          : `${done} of ${steps.length} done. Next: ${next.label}`}
      </span>
      {next && <PartLink part={next} verb="Do this next" linkRef={link} />}
      <Button
        variant="ghost"
        size="sm"
        className="text-accent-ink!"
        icon={<X aria-hidden className="size-4" />}
        onClick={() => {
          putAway(true);
          toast.success('The checklist is put away. Settings brings it back.');
        }}
      >
        <span className="max-[640px]:sr-only">Put away</span>
      </Button>
    </nav>
  );
}
