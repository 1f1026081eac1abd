import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { encode } from 'uqr';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { PrintHere } from '#web/ui/print-here.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { customersAddress } from './windows/display-address.ts';

/** The quiet zone around the code, without which phones do not find it: ISO/IEC 18004, 6.3.8. */
const QUIET_MODULES = 4;

function codeOf(address: string): { size: number; path: string } {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_MODULES });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}

function Code({ address, className }: { address: string; className?: string }) {
  const { size, path } = codeOf(address);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${address}`} className={className}>
      <path fill="white" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="black" shapeRendering="crispEdges" d={path} />
    </svg>
  );
}

function svgText(address: string): string {
  const { size, path } = codeOf(address);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 16}" height="${size * 16}"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`;
}

/**
 * The QR code of the location's menu for customers' phones. It is made in the browser, so no other host learns of it.
 */
export function QrDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { location_id: locationId, location: place } = useUser();
  const [printed, setPrinted] = useState(0);
  const address = locationId === null ? null : `${location.origin}${customersAddress(locationId)}`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="QR Code"
      description={place ?? 'No location selected'}
      size={500}
    >
      {address === null ? (
        <p className="text-base text-ink-2">
          A menu shows the products of a location. Choose a location in the top bar.
        </p>
      ) : (
        <>
          <Code address={address} className="mx-auto block w-64 max-w-full rounded-md" />
          <p className="mt-3 text-center text-sm wrap-anywhere text-ink-2">{address}</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Button
              icon={<Copy aria-hidden className="size-4" />}
              onClick={() =>
                void navigator.clipboard.writeText(address).then(
                  () => toast.success('The link is copied'),
                  () => toast.error('The browser did not copy it. Select the link and copy it.'),
                )
              }
            >
              Copy link
            </Button>
            <Button
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => saveFile(`menu-${locationId}.svg`, svgText(address), 'image/svg+xml')}
            >
              Download
            </Button>
            <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => setPrinted((turn) => turn + 1)}>
              Print
            </Button>
          </div>
          {printed > 0 && (
            <PrintHere key={printed} pageSize={() => '4in 5in'} onPrinted={() => setPrinted(0)}>
              <Code address={address} />
              <p>{place}</p>
            </PrintHere>
          )}
        </>
      )}
    </Dialog>
  );
}
