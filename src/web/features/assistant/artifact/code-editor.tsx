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

/** Before the editor's own theme, whose grounds are not ours. */
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
  /** Colours the words of a type that has no colours of its own. */
  language: string;
  /** Left out, the code can only be read. */
  onChange?: (code: string) => void;
  /** Another text, to show what differs from it. */
  comparedWith?: string;
}

/**
 * Code with its words coloured. It stands in a shadow tree, because the editor writes styles into the document, which
 * the policy of our pages refuses; there it uses sheets that need no permission.
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
            // Tab leaves the editor, as it leaves every field.
            indentWithTab={false}
            extensions={extensions}
            {...(onChange && { onChange })}
          />,
          shadow,
        )}
    </div>
  );
}
