import { unifiedMergeView } from '@codemirror/merge';
import CodeMirror, { EditorView, type Extension, Prec } from '@uiw/react-codemirror';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useShownTheme } from '../../shown-theme.ts';
import { languageOfCode } from './code-languages.ts';

/** Syntax colours; none until they have been fetched. Code is read without them if that fails. */
function useLanguage(type: string, language: string): Extension {
  const load = languageOfCode(type, language);
  const [loaded, setLoaded] = useState<{ by: typeof load; extension: Extension } | null>(null);
  useEffect(() => {
    let isWanted = true;
    load?.().then(
      (extension) => isWanted && setLoaded({ by: load, extension }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return loaded !== null && loaded.by === load ? loaded.extension : NO_COLOURS;
}

const NO_COLOURS: Extension = [];

/** Overrides the editor's own theme, whose backgrounds do not match ours. */
const LOOK = Prec.highest(
  EditorView.theme({
    '&': { height: '100%', fontSize: '12px', backgroundColor: 'var(--rows)' },
    '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
    '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--ink-3)', border: 'none' },
    '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
    '.cm-changedLine': { backgroundColor: 'var(--green-soft) !important' },
    '.cm-deletedChunk': { backgroundColor: 'var(--red-soft) !important' },
  }),
);

interface CodeEditorProps {
  label: string;
  code: string;
  type: string;
  /** The language for syntax colours when the type has none of its own. */
  language: string;
  /** Without it the code is read-only. */
  onChange?: (code: string) => void;
  /** Another text; the editor shows the differences from it. */
  comparedWith?: string;
}

/**
 * Code with syntax colours. It is inside a shadow tree, where the editor can use constructed style sheets: our content
 * security policy forbids the styles that it would otherwise write into the document.
 */
export function CodeEditor({ label, code, type, language, onChange, comparedWith }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [shadow, setShadow] = useState<ShadowRoot | null>(null);
  const theme = useShownTheme();
  useLayoutEffect(() => {
    if (host.current) setShadow(host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }));
  }, []);
  const colours = useLanguage(type, language);
  const extensions = useMemo(
    () => [
      LOOK,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      colours,
      comparedWith === undefined ? [] : unifiedMergeView({ original: comparedWith, mergeControls: false }),
    ],
    [label, colours, comparedWith],
  );
  return (
    <div ref={host} className="h-full min-h-0 overflow-hidden">
      {shadow &&
        createPortal(
          <CodeMirror
            root={shadow}
            value={code}
            height="100%"
            style={{ height: '100%' }}
            theme={theme}
            editable={onChange !== undefined}
            readOnly={onChange === undefined}
            // Tab leaves the editor, like any other field.
            indentWithTab={false}
            extensions={extensions}
            {...(onChange && { onChange })}
          />,
          shadow,
        )}
    </div>
  );
}
