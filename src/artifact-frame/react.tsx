import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { createRoot, type Root } from 'react-dom/client';
import * as recharts from 'recharts';
import { transform } from 'sucrase';
import type { Show } from './frame.ts';

/** Modules that an artifact may import. */
const MODULES: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  recharts,
};

interface Loaded {
  default?: react.ComponentType<{ rows: readonly unknown[] }>;
}

declare global {
  interface Window {
    artifactModule?: { require: (name: string) => unknown; exports: Loaded };
  }
}

function load(name: string): unknown {
  const found = MODULES[name];
  if (found === undefined) {
    throw new Error(`An artifact can import ${Object.keys(MODULES).join(', ')}; "${name}" is not one of them.`);
  }
  return found;
}

/** Runs as a script of the document, because the policy of this frame allows no `eval`. */
function run(code: string): Loaded {
  const { code: compiled } = transform(code, {
    transforms: ['jsx', 'typescript', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
  });
  const exports: Loaded = {};
  window.artifactModule = { require: load, exports };
  let failure: Error | undefined;
  const notice = (event: ErrorEvent) => {
    failure = event.error instanceof Error ? event.error : new Error(event.message);
    event.stopImmediatePropagation();
  };
  window.addEventListener('error', notice, true);
  const script = document.createElement('script');
  script.textContent = `((require, exports) => {${compiled}
;if (!exports.default && typeof App === 'function') exports.default = App;
})(artifactModule.require, artifactModule.exports)`;
  document.head.append(script);
  script.remove();
  window.removeEventListener('error', notice, true);
  if (failure) throw failure;
  return exports;
}

let root: Root | null = null;

const fresh = (): Root => {
  root?.unmount();
  const place = document.createElement('div');
  place.id = 'root';
  document.body.replaceChildren(place);
  // An error of the artifact is thrown to the window, which shows it.
  root = createRoot(place, { onUncaughtError: (error) => reportError(error) });
  return root;
};

const show: Show = ({ code, data }) => {
  const { default: Component } = run(code);
  if (typeof Component !== 'function') throw new Error('The code exports no component: export one as default.');
  fresh().render(<Component rows={data?.rows ?? []} />);
};

window.artifactRuntime = show;
