import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './print-here.css';

const pageSheet = new CSSStyleSheet();
const asThePrinterHas = () => 'auto';

/** Prints its content with the browser's own dialog and without another window, then calls back. */
export function PrintHere({
  pageSize = asThePrinterHas,
  margin = '0',
  className,
  onPrinted,
  children,
}: {
  /** The CSS size of a printed page, "80mm 120mm"; left out, that of the printer. */
  pageSize?: (printed: HTMLElement) => string;
  /** The CSS margin of each page. */
  margin?: string;
  className?: string;
  onPrinted: () => void;
  children: ReactNode;
}) {
  const printed = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  useEffect(() => {
    if (done.current || printed.current === null) return;
    done.current = true;
    pageSheet.replaceSync(`@page print-here { size: ${pageSize(printed.current)}; margin: ${margin} }`);
    if (!document.adoptedStyleSheets.includes(pageSheet)) document.adoptedStyleSheets.push(pageSheet);
    // In some browsers print() returns at once: the paper stays until the dialog is closed.
    const show = () => {
      window.addEventListener('afterprint', onPrinted, { once: true });
      window.print();
    };
    // A picture that is not decoded yet would be missing on the paper.
    const pictures = [...printed.current.querySelectorAll('img')].map((picture) => picture.decode().catch(() => null));
    if (pictures.length === 0) show();
    else void Promise.all(pictures).then(show);
  }, [onPrinted, pageSize, margin]);
  return createPortal(
    <div ref={printed} className={`print-here ${className ?? ''}`} aria-hidden>
      {children}
    </div>,
    document.body,
  );
}
