import { lazyPart } from '#web/ui/lazy-part.tsx';

/** What the address store calls the administration: it is no view, and stands at addresses of its own. */
export const MANAGE = 'manage';

export const ManageView = lazyPart(async () => (await import('#web/features/manage/manage-view.tsx')).ManageView);
