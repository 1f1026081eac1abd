import { useState } from 'react';
import { useUser } from '#web/api/session/session.ts';
import { displayMoment } from '#web/ui/dates.ts';
import { auditBody, auditCommand } from './audit-command.ts';
import { pendingNow } from '../pending/pending-store.ts';
import { useFormCommand } from '#web/entities/command/use-form-command.ts';

/** The name of an audit if nobody types another one, such as "Audit Nov 22, 8:20 AM" by the clock of the shop. */
export function useAuditName(): string {
  const { time_zone: timeZone } = useUser();
  const [name] = useState(() => `Audit ${displayMoment(new Date().toISOString(), timeZone)}`);
  return name;
}

/** The command that creates an audit of the pending counts, for the form that names it. */
export function useAudit(onCreated: () => void) {
  const { send, ...audit } = useFormCommand(auditCommand, 'counts', 'Nothing was saved.', onCreated);

  /** Does nothing without a name or without pending counts. */
  function create(typedName: string, typedDescription: string): void {
    const { counts, keys, owner } = pendingNow();
    const name = typedName.trim();
    if (counts.size === 0 || owner?.locationId == null || name === '' || audit.open) return;
    audit.setWrong(null);
    const memo = { name, description: typedDescription.trim(), counts };
    void send({ key: keys.counts, title: `Audit "${name}"`, memo, body: auditBody(memo, owner.locationId) });
  }

  return { ...audit, create };
}
