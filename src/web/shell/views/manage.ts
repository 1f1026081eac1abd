import { lazyPart } from '#web/ui/lazy-part.tsx';

/** The name of Manage in the address store. Manage is not a view and has separate addresses. */
export const MANAGE = 'manage';

export const ManageView = lazyPart(async () => (await import('#web/features/manage/manage-view.tsx')).ManageView);
