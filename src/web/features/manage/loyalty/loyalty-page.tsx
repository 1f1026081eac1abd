import { useMay } from '#web/api/session/session.ts';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useCategories } from '../edit/category-queries.ts';
import { InWords } from './in-words.tsx';
import { settingsOf } from './loyalty-draft.ts';
import { LoyaltyForm } from './loyalty-form.tsx';
import { useLoyaltySettings } from './loyalty-queries.ts';

/** The loyalty settings. Administrators change them, managers read them. Rule: loyalty/settings. */
export function LoyaltyPage() {
  const mayChange = useMay('configure');
  const settings = useLoyaltySettings();
  const categories = useCategories();
  if (settings.isPending) return <LoadingPanel label="Loading Loyalty..." />;
  if (settings.isError && !settings.data) {
    return (
      <ErrorPanel title="Error Loading Loyalty Settings" error={settings.error} onRetry={() => settings.refetch()} />
    );
  }
  const nameOf = (id: number) => categories.data?.find((category) => category.id === id)?.name ?? `Category #${id}`;
  if (mayChange) return <LoyaltyForm current={settings.data} categories={categories} nameOf={nameOf} />;
  return (
    <div className="mt-5 max-w-xl">
      <InWords settings={settingsOf(settings.data)} nameOf={nameOf} />
      <p className="mt-4 text-sm text-ink-3">An administrator can change these rules.</p>
    </div>
  );
}
