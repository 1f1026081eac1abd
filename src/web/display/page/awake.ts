/**
 * Keeps the TV from going to sleep if the browser can, which needs https or localhost. The lock ends whenever the page
 * is hidden, so it is asked for again.
 */
export function stayAwake(): void {
  if (!('wakeLock' in navigator)) return;
  let held: WakeLockSentinel | null = null;
  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || (held !== null && !held.released)) return;
    try {
      held = await navigator.wakeLock.request('screen');
    } catch {
      // Refused, as with a low battery. The next check asks again.
    }
  }
  void ask();
  document.addEventListener('visibilitychange', () => void ask());
  window.setInterval(() => void ask(), 60_000);
}
