import { lazyPart } from '#web/ui/lazy-part.tsx';

export const NewCustomerForm = lazyPart(async () => (await import('./new-customer-form.tsx')).NewCustomerForm);
