import { BUILD, VERSION } from '#web/api/reports/build.ts';
import { useMay, useMe } from '#web/api/session/session.ts';
import { TrustLink } from '#web/entities/identity/trust-link.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { type ThemeChoice, useTheme } from '#web/ui/theme.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { ChangePassword } from './change-password.tsx';
import { DevTools } from './dev-tools.tsx';
import { FirstRunAgain } from './first-run-again.tsx';
import { OwnPin } from './own-pin.tsx';
import { Tills } from './tills.tsx';

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
];

/** The settings of everybody who is signed in. Rule: workspace/settings. */
export function SettingsDialog({
  open,
  onOpenChange,
  onLeave,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLeave: () => Promise<boolean>;
}) {
  const { user, environment, trust_path: trustPath } = useMe();
  const { choice, choose } = useTheme();
  const mayNameTills = useMay('manage-tills');
  const mayConfigure = useMay('configure');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Settings">
      <div className="flex flex-col gap-6">
        <Facts
          facts={[
            ['Username', user.username],
            ['Location', user.location ?? 'No location assigned'],
          ]}
        />
        <section className="flex items-center justify-between gap-4">
          <h3 className="text-base font-medium">Theme</h3>
          <ToggleGroup label="Theme" value={choice} onChange={choose} options={THEMES} />
        </section>
        <ChangePassword username={user.username} />
        <OwnPin />
        {mayNameTills && <Tills />}
        {mayConfigure && <FirstRunAgain onClose={() => onOpenChange(false)} />}
        {trustPath != null && <TrustThisShop path={trustPath} />}
        <section>
          <h3 className="mb-2 text-base font-medium">System information</h3>
          <Facts
            facts={[
              ['Environment', environment],
              ['Version', VERSION],
              ['Build', BUILD],
              ['API', `${location.origin}/api`],
            ]}
          />
        </section>
        <DevTools onClose={() => onOpenChange(false)} onLeave={onLeave} />
      </div>
    </Dialog>
  );
}

/** Shown when the server made its own certificate, which each device has to trust once. Rule: running/https. */
function TrustThisShop({ path }: { path: string }) {
  return (
    <section>
      <h3 className="mb-1 text-base font-medium">HTTPS</h3>
      <p className="mb-2 text-sm text-ink-2">
        Tablets and TVs need the certificate of this shop for the camera, and for work without a network.
      </p>
      <TrustLink path={path} />
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-row items-center justify-between gap-6 py-1.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 truncate text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
