import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { emit } from '#web/api/events.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Part } from './first-run.ts';

const LOOK =
  'inline-flex h-9 shrink-0 items-center justify-center rounded-md border px-3.5 text-sm font-medium whitespace-nowrap transition-colors select-none';
const PRIMARY = 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press';
const SECONDARY = 'border-line-strong bg-raised text-ink hover:bg-press active:bg-press';

/** A link to the place where a part is done. */
export function PartLink({
  part: { label, place },
  primary = false,
  linkRef,
  verb,
}: {
  part: Part;
  primary?: boolean;
  linkRef?: Ref<HTMLElement>;
  verb: string;
}) {
  if (place === 'settings') {
    return (
      <Button
        ref={linkRef as Ref<HTMLButtonElement>}
        data-next-part={linkRef && ''}
        variant={primary ? 'primary' : 'secondary'}
        aria-label={`${verb}: ${label}`}
        onClick={() => emit('openSettings')}
      >
        {verb}
      </Button>
    );
  }
  const common = {
    ref: linkRef as Ref<HTMLAnchorElement>,
    'data-next-part': linkRef && '',
    className: cx(LOOK, primary ? PRIMARY : SECONDARY),
    'aria-label': `${verb}: ${label}`,
  };
  if ('page' in place) {
    return (
      <Link {...common} to="/manage/$page" params={{ page: place.page }} search={place.search ?? {}}>
        {verb}
      </Link>
    );
  }
  return (
    <Link {...common} to="/" search={place.view === 'products' ? {} : { view: place.view }}>
      {verb}
    </Link>
  );
}
