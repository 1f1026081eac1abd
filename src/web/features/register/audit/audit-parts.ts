import { lazyPart } from '#web/ui/lazy-part.tsx';

/** What only audit mode draws, fetched when it is near. */
export const AuditBar = lazyPart(async () => (await import('./audit-bar.tsx')).AuditBar);
export const AuditCard = lazyPart(async () => (await import('./audit-card.tsx')).AuditCard);
