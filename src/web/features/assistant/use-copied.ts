import { useEffect, useState } from 'react';
import { toast } from '#web/ui/status/toast.tsx';

/** The time for which a copy is confirmed on the screen. */
const TICK_MS = 2000;

/** Copies a text and confirms it for two seconds. */
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

/** Without https, browsers have no clipboard API. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast.error('This browser did not allow copying. Select the text and press Ctrl+C.');
    return false;
  }
}
