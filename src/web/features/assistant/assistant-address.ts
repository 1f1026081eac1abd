import { addressed } from '#web/api/address/address.ts';
import { anyOf, recordId } from '#web/api/address/params.ts';

interface AssistantAddress {
  /** The open conversation; null for a new one. */
  readonly chatId: number | null;
  /** The open saved artifact; null for none. */
  readonly artifactId: number | null;
  /** A dialog that a link may open. */
  readonly settings: 'agent' | 'connection' | null;
}

/** The address of the AI Canvas View. A reload opens the same conversation and artifact. */
export const assistantAddress = addressed<AssistantAddress>('ai-view', {
  chatId: recordId('chat'),
  artifactId: recordId('artifact'),
  settings: anyOf('settings', ['agent', 'connection']),
});

export function openConversation(chatId: number | null, how: 'push' | 'replace' = 'push'): void {
  assistantAddress.change({ chatId }, how);
}
