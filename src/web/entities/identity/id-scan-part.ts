import { lazyPart } from '#web/ui/lazy-part.tsx';

export const IdScan = lazyPart(async () => (await import('./id-scan.tsx')).IdScan);
