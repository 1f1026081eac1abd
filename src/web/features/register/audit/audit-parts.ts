import { lazyPart } from '#web/ui/lazy-part.tsx';

/** Parts that only audit mode draws, fetched shortly before they are needed. */
export const AuditBar = lazyPart(async () => (await import('./audit-bar.tsx')).AuditBar);
export const AuditCard = lazyPart(async () => (await import('./audit-card.tsx')).AuditCard);
