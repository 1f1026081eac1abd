import { Plus } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { NEW_RECORD } from '../page-search.ts';

/** The button of a page that adds a record to its list. */
export function AddRecord({ what, open }: { what: string; open: (id: string) => void }) {
  return (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => open(NEW_RECORD)}>
      Add {what}
    </Button>
  );
}
