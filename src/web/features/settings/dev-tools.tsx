import { Download, Eraser, LogOut, RotateCw, ScrollText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { clearCaches, reloadApplication } from '#web/api/session/browser-data.ts';
import { whyStillSignedIn } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { ConsoleLogs } from './console-logs.tsx';
import { downloadDebugData } from './debug-data.ts';

/** @param onLeave signs out; false when the person decides to stay */
export function DevTools({ onClose, onLeave }: { onClose: () => void; onLeave: () => Promise<boolean> }) {
  const [logsShown, setLogsShown] = useState(false);

  async function clear() {
    await clearCaches();
    toast.success('Cache cleared. Your session and carts are kept.');
  }

  async function leave() {
    try {
      if (await onLeave()) onClose();
    } catch (error) {
      toast.error(whyStillSignedIn(error));
    }
  }

  return (
    <section>
      <h3 className="mb-2 text-base font-medium">Dev Tools</h3>
      <div className="grid grid-cols-2 gap-2 max-[480px]:grid-cols-1">
        <Action icon={<ScrollText />} pressed={logsShown} onPress={() => setLogsShown(!logsShown)}>
          View Console Logs
        </Action>
        <Action icon={<Eraser />} onPress={() => void clear()}>
          Clear All Cache
        </Action>
        <Action icon={<RotateCw />} onPress={() => void reloadApplication()}>
          Reload Application
        </Action>
        <Action icon={<Download />} onPress={downloadDebugData}>
          Export Debug Data
        </Action>
        <Action icon={<LogOut />} onPress={() => void leave()}>
          Sign Out
        </Action>
      </div>
      {logsShown && <ConsoleLogs />}
    </section>
  );
}

function Action({
  icon,
  pressed,
  onPress,
  children,
}: {
  icon: ReactNode;
  pressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      size="touch"
      aria-expanded={pressed}
      icon={<span className="text-ink-3 *:size-4">{icon}</span>}
      onClick={onPress}
      className="justify-start text-sm"
    >
      {children}
    </Button>
  );
}
