import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './print-here.css';

const pageSheet = new CSSStyleSheet();

/** Prints what is in it with the browser's own dialog, without a window of its own, then tells that it was shown. */
export function PrintHere({
  pageSize,
  className,
  onPrinted,
  children,
}: {
  /** The CSS size of a page, "80mm 120mm", of what is to be printed. */
  pageSize: (printed: HTMLElement) => string;
  className?: string;
  onPrinted: () => void;
  children: ReactNode;
}) {
  const printed = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  useEffect(() => {
    if (done.current || printed.current === null) return;
    done.current = true;
    pageSheet.replaceSync(`@page print-here { size: ${pageSize(printed.current)}; margin: 0 }`);
    if (!document.adoptedStyleSheets.includes(pageSheet)) document.adoptedStyleSheets.push(pageSheet);
    // In some browsers print() returns at once: the paper stays until the dialog is closed.
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
  }, [onPrinted, pageSize]);
  return createPortal(
    <div ref={printed} className={`print-here ${className ?? ''}`} aria-hidden>
      {children}
    </div>,
    document.body,
  );
}
