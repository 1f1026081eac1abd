/** What the kit asks of the app it is part of: the kit itself fetches nothing. */
export interface Host {
  /** Keeps a defect and tells the server of it, in silence. */
  readonly reportError: (error: unknown, about: { context: string }) => void;
  /** What staff read about anything that was thrown. */
  readonly sentenceOf: (error: unknown) => string;
  readonly serverAnswers: () => Promise<boolean>;
  /** Runs each time the server can be reached again. Returns what stops it. */
  readonly onServerBack: (run: () => void) => () => void;
}

let installed: Host | null = null;

/** Called once, before anything is drawn. */
export function installHost(host: Host): void {
  installed = host;
}

export function host(): Host {
  if (!installed) throw new Error('The kit is drawn before kit-host.ts has installed its host');
  return installed;
}
