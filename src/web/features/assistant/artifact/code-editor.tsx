import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { markdown } from '@codemirror/lang-markdown';
import { unifiedMergeView } from '@codemirror/merge';
import CodeMirror, { EditorView, type Extension, Prec } from '@uiw/react-codemirror';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useShownTheme } from '../shown-theme.ts';

const LANGUAGES: Readonly<Record<string, () => Extension>> = {
  html,
  svg: html,
  markdown: () => markdown(),
  react: () => javascript({ jsx: true, typescript: true }),
  chart: () => javascript(),
  javascript: () => javascript({ jsx: true }),
  typescript: () => javascript({ jsx: true, typescript: true }),
  js: () => javascript({ jsx: true }),
  jsx: () => javascript({ jsx: true }),
  ts: () => javascript({ jsx: true, typescript: true }),
  tsx: () => javascript({ jsx: true, typescript: true }),
  json: () => javascript(),
  xml: html,
  md: () => markdown(),
};

/** Overrides the editor's own theme, whose backgrounds do not match ours. */
const LOOK = Prec.highest(
  EditorView.theme({
    '&': { height: '100%', fontSize: '12px', backgroundColor: 'var(--ground)' },
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
  const extensions = useMemo(
    () => [
      LOOK,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      (LANGUAGES[type] ?? LANGUAGES[language.toLowerCase()])?.() ?? [],
      comparedWith === undefined ? [] : unifiedMergeView({ original: comparedWith, mergeControls: false }),
    ],
    [label, type, language, comparedWith],
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
