import { vi } from 'vitest';

// Begins each file as a page that was just opened, in a worker that has run other files: modules of ours are evaluated
// again, and with them every store; packages stay loaded. It is the first of the setup files, because the others belong
// to the new page.
vi.resetModules();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
