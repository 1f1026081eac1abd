import { ExternalLink } from 'lucide-react';

/** Leads to the page on which a device learns to trust the certificate of the shop; a page of the server, not of the app. */
export function TrustLink({ path }: { path: string }) {
  return (
    <a
      href={path}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-raised px-3.5 text-sm font-medium text-ink transition-colors hover:bg-press"
    >
      <ExternalLink aria-hidden className="size-4" />
      Set up HTTPS on this device
    </a>
  );
}
