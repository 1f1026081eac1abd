import { useState } from 'react';
import { Button } from './button.tsx';

/**
 * A text to hand on, with a button that copies it.
 * @param what names it on the button for screen readers, such as "link"
 */
export function CopiedText({ what, text }: { what: string; text: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    // Over plain http, browsers have no clipboard API. The text is then selected for copying by hand.
    setCopied(
      await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
        () => true,
        () => false,
      ),
    );
  };
  return (
    <div className="flex items-center gap-3 rounded-md bg-ground p-2">
      <code className="min-w-0 grow text-sm break-all select-all">{text}</code>
      <Button size="sm" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {copied === true ? 'Copied' : copied === false ? 'Select and copy it' : 'Copy'}
      </Button>
    </div>
  );
}
