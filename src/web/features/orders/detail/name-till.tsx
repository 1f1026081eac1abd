import { emit } from '#web/api/events.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';

/**
 * Leads from a till without a name to Settings, where the tills of the location are named. Nothing for those who may not
 * name tills.
 */
export function NameTill({ till, onGo }: { till: { readonly name: string | null } | null; onGo?: () => void }) {
  const mayName = useMay('manage-tills');
  if (!mayName || till === null || till.name !== null) return null;
  return (
    <Button
      size="sm"
      onClick={() => {
        onGo?.();
        emit('openSettings');
      }}
    >
      Name till
    </Button>
  );
}
