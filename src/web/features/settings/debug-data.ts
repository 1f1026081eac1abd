import { BUILD, VERSION } from '#web/api/reports/build.ts';
import { logEntries } from '#web/api/reports/console-log.ts';
import { keptErrors } from '#web/api/reports/error-reports.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useSession } from '#web/api/session/session.ts';

/**
 * Data for finding a problem: versions, the browser, errors, logs, and which data was loaded. It contains no secrets
 * and no data of customers or orders: query keys are cut to their module, and local storage to its key names.
 */
function debugData() {
  const session = useSession.getState();
  const me = session.status === 'signed-in' ? session.me : null;
  return {
    exportedAt: new Date().toISOString(),
    version: VERSION,
    build: BUILD,
    environment: me?.environment ?? null,
    page: `${location.pathname}${location.search}`,
    browser: navigator.userAgent,
    screen: { width: window.innerWidth, height: window.innerHeight, pixelRatio: window.devicePixelRatio },
    user: me && { id: me.user.id, role: me.user.role, locationId: me.user.location_id },
    queries: queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => ({
        module: String(queryKey[0]),
        status: state.status,
        updatedAt: state.dataUpdatedAt,
        failures: state.fetchFailureCount,
      })),
    localStorageKeys: Object.keys(localStorage),
    errors: keptErrors(),
    logs: logEntries(),
  };
}

/** Saves the debug data as a file. */
export function downloadDebugData(): void {
  const blob = new Blob([JSON.stringify(debugData(), null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `tillwright-debug-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
