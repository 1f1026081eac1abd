import { useEffect, useState } from 'react';
import { toast } from '#web/ui/status/toast.tsx';

/** How long a copy is confirmed. */
const TICK_MS = 2000;

/** Copies a text, and says for two seconds that it did. */
export function useCopied() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), TICK_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (text: string) => void copyText(text).then(setCopied),
  };
}

/** Without https a browser has no clipboard to write to. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast.error('This browser did not allow copying. Select the text and press Ctrl+C.');
    return false;
  }
}
