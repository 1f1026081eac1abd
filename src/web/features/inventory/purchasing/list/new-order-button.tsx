import { Plus } from 'lucide-react';
import { useState } from 'react';
import { commands } from '#web/api/commands/commands.ts';
import { Button } from '#web/ui/button.tsx';
import { hasLines } from '../editor/kept-drafts.ts';
import { createOrderCommand, NEW_ORDER } from '../order-commands.ts';
import { goTo, type Tab } from '../purchasing-state.ts';

/** The way to a new purchase order, or on with one that was begun: a reload leads away from it. */
export function NewOrderButton({ tab }: { tab: Tab }) {
  const [isBegun] = useState(() => hasLines('new') || commands.openOf(createOrderCommand.kind, NEW_ORDER) !== null);
  return (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => goTo(tab, { kind: 'new' })}>
      {isBegun ? 'Continue purchase order' : 'New purchase order'}
    </Button>
  );
}
