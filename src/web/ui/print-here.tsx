import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './print-here.css';

const pageSheet = new CSSStyleSheet();
const asThePrinterHas = () => 'auto';

/** Prints what is in it with the browser's own dialog, without a window of its own, then tells that it was shown. */
export function PrintHere({
  pageSize = asThePrinterHas,
  margin = '0',
  className,
  onPrinted,
  children,
}: {
  /** The CSS size of a page, "80mm 120mm", of what is to be printed; left out, what the printer has. */
  pageSize?: (printed: HTMLElement) => string;
  /** Around each page, in CSS. */
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
