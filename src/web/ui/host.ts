/** The app passes these functions to the kit, because the kit itself fetches nothing. */
export interface Host {
  /** Reports a defect to the server without showing anything. */
  readonly reportError: (error: unknown, about: { context: string }) => void;
  /** The sentence that staff read about a thrown error. */
  readonly sentenceOf: (error: unknown) => string;
  readonly serverAnswers: () => Promise<boolean>;
  /** Runs each time the server is reachable again. Returns a function that stops it. */
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
