import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { commands, useCommands } from '#web/api/commands/commands.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { hasLines } from '../editor/kept-drafts.ts';
import { createOrderCommand, NEW_ORDER } from '../order-commands.ts';
import { goTo, type Tab } from '../purchasing-state.ts';

const isSent = () => commands.openOf(createOrderCommand.kind, NEW_ORDER) !== null;

/** Opens a new purchase order, or continues the one that was begun. */
export function NewOrderButton({ tab }: { tab: Tab }) {
  const [isBegun, setIsBegun] = useState(() => hasLines('new'));
  const sent = useCommands(isSent);
  const wasSent = useRef(sent);
  useEffect(() => {
    // It was answered: the draft is done, or can be edited again.
    if (wasSent.current && !sent) setIsBegun(hasLines('new'));
    wasSent.current = sent;
  }, [sent]);
  const begun = sent ? 'Checking' : 'Continue';
  return (
    <Button
      variant="primary"
      data-new-order
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => goTo(tab, { kind: 'new' })}
    >
      {sent || isBegun ? `${begun} purchase order` : 'New purchase order'}
    </Button>
  );
}

/** Focuses the button after somebody has left the new order. */
export function focusNewOrderButton(): void {
  handFocusOn(() => document.querySelector<HTMLElement>('[data-new-order]'));
}
