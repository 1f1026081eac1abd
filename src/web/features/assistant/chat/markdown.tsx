import { Copy, ExternalLink } from 'lucide-react';
import { type ComponentProps, createContext, isValidElement, memo, type ReactNode, useContext } from 'react';
import { defaultRehypePlugins, Streamdown } from 'streamdown';
import { Button } from '#web/ui/controls/button.tsx';
import { ArtifactChip } from '../artifact/artifact-chip.tsx';
import { typeOfLanguage } from '../artifact/artifact-types.ts';
import { fencedArtifacts } from '../artifact/fences.ts';
import { useCopied } from '../use-copied.ts';
import { ScrollRegion } from '../scroll-region.tsx';

const PLUGINS = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  (plugin) => plugin !== undefined,
);

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return '';
}

/**
 * A link shows its address before anybody follows it: something that the model read may have told it to write the link.
 */
function Link({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^https?:\/\//.test(href)) return <span>{children}</span>;
  const words = textOf(children);
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent-ink underline wrap-anywhere"
    >
      {words}
      {words !== href && <span className="text-ink-3"> ({href})</span>}
      <ExternalLink aria-label="opens in a new tab" className="ml-1 inline size-3" />
    </a>
  );
}

/** Pictures from elsewhere are not loaded: their server would learn who reads this, and what. */
function Picture({ alt, src }: ComponentProps<'img'>) {
  return (
    <span className="text-ink-3 wrap-anywhere">
      [Picture not loaded: {alt || 'no description'}
      {typeof src === 'string' && src !== '' && ` (${src})`}]
    </span>
  );
}

/** The whole text. A drawn code block knows only its language, and finds the tool of its first line here. */
const WholeText = createContext('');

function sourceOf(text: string, type: string, code: string) {
  const same = fencedArtifacts(text).find((block) => block.type === type && block.code.trim() === code.trim());
  return same?.source ?? null;
}

function CodeBlock({ children }: ComponentProps<'pre'>) {
  const { copied, copy } = useCopied();
  const whole = useContext(WholeText);
  const inner = isValidElement<{ className?: string; children?: ReactNode }>(children) ? children.props : null;
  const language = /language-([\w+#.-]+)/.exec(inner?.className ?? '')?.[1] ?? '';
  const code = textOf(inner?.children ?? children).replace(/\n$/, '');
  const type = typeOfLanguage(language);
  if (type !== null)
    return <ArtifactChip type={type} language={language} code={code} source={sourceOf(whole, type, code)} />;
  return (
    <div className="my-2 overflow-hidden rounded-md border border-line bg-ground">
      <div className="flex h-8 items-center justify-between border-b border-line pr-1 pl-3 text-xs text-ink-3">
        {language || 'text'}
        <Button size="sm" variant="ghost" icon={<Copy aria-hidden className="size-3.5" />} onClick={() => copy(code)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <ScrollRegion
        label={`Code, ${language || 'text'}`}
        className="overflow-x-auto p-3 font-mono text-xs whitespace-pre"
      >
        {code}
      </ScrollRegion>
    </div>
  );
}

const LOOK = {
  a: Link,
  img: Picture,
  pre: CodeBlock,
  code: ({ children }: ComponentProps<'code'>) => (
    <code className="rounded-sm bg-press px-1 py-0.5 font-mono text-[0.92em]">{children}</code>
  ),
  h1: ({ children }: ComponentProps<'h1'>) => <h3 className="mt-3 mb-1 text-base font-semibold">{children}</h3>,
  h2: ({ children }: ComponentProps<'h2'>) => <h3 className="mt-3 mb-1 text-base font-semibold">{children}</h3>,
  h3: ({ children }: ComponentProps<'h3'>) => <h4 className="mt-3 mb-1 font-semibold">{children}</h4>,
  h4: ({ children }: ComponentProps<'h4'>) => <h5 className="mt-2 mb-1 font-semibold">{children}</h5>,
  h5: ({ children }: ComponentProps<'h5'>) => <h6 className="mt-2 mb-1 font-semibold">{children}</h6>,
  p: ({ children }: ComponentProps<'p'>) => <p className="my-2 wrap-anywhere first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }: ComponentProps<'ul'>) => <ul className="my-2 list-disc pl-5">{children}</ul>,
  ol: ({ children, start }: ComponentProps<'ol'>) => (
    <ol start={start} className="my-2 list-decimal pl-5">
      {children}
    </ol>
  ),
  li: ({ children }: ComponentProps<'li'>) => <li className="my-0.5">{children}</li>,
  blockquote: ({ children }: ComponentProps<'blockquote'>) => (
    <blockquote className="my-2 border-l-2 border-line-strong pl-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="my-3 border-line" />,
  table: ({ children }: ComponentProps<'table'>) => (
    <ScrollRegion label="Table" className="my-2 overflow-x-auto rounded-md border border-line">
      <table className="w-full text-xs">{children}</table>
    </ScrollRegion>
  ),
  th: ({ children, style }: ComponentProps<'th'>) => (
    <th style={style} className="h-7 px-2.5 text-left font-medium text-ink-3">
      {children}
    </th>
  ),
  td: ({ children, style }: ComponentProps<'td'>) => (
    <td style={style} className="border-t border-line px-2.5 py-1.5 align-top first:min-w-32">
      {children}
    </td>
  ),
  // Slanted letters lean over the space behind them.
  em: ({ children }: ComponentProps<'em'>) => <em className="pr-0.5">{children}</em>,
  strong: ({ children }: ComponentProps<'strong'>) => <strong className="font-semibold">{children}</strong>,
};

/**
 * The Markdown of an answer, which may still be arriving. It allows no HTML and no pictures from elsewhere, and shows
 * the whole address of links. Rule: ai-view/markdown.
 */
export const Markdown = memo(function Markdown({ text, isArriving = false }: { text: string; isArriving?: boolean }) {
  return (
    <WholeText value={text}>
      <Streamdown
        mode={isArriving ? 'streaming' : 'static'}
        parseIncompleteMarkdown={isArriving}
        controls={false}
        linkSafety={{ enabled: false }}
        rehypePlugins={PLUGINS}
        components={LOOK}
        className="text-sm leading-relaxed"
      >
        {text}
      </Streamdown>
    </WholeText>
  );
});
