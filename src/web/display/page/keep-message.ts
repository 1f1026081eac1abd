/** A message to the service worker: the addresses of pictures and fonts that a menu needs. */
export interface KeepMessage {
  readonly keep: readonly string[];
}
