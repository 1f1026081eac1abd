import { emit } from '#web/api/events.ts';
import type { ToastAction } from '#web/ui/status/toast.tsx';

/** The button of a toast that leads to an audit, transfer or conversion in the history. */
export function showInHistory(number: string): ToastAction {
  return { label: 'Show', onPress: () => emit('showInView', { view: 'history', search: number }) };
}
