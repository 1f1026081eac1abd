/**
 * Keeps the set from going to sleep, where the browser can: on https and on localhost. The lock ends whenever the page is
 * hidden, so it is asked for again.
 */
export function stayAwake(): void {
  if (!('wakeLock' in navigator)) return;
  let held: WakeLockSentinel | null = null;
  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || (held !== null && !held.released)) return;
    try {
      held = await navigator.wakeLock.request('screen');
    } catch {
      // Refused, as while the battery is low; asked for again with the next look.
    }
  }
  void ask();
  document.addEventListener('visibilitychange', () => void ask());
  window.setInterval(() => void ask(), 60_000);
}
