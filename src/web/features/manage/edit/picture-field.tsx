import { ImagePlus, ImageOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { uploadPictureRoute } from '#contract/pictures.ts';
import { MAX_PICTURE_BYTES, pictureIn } from '#domain/picture.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { base64Of } from '#web/ui/files/base64.ts';
import { cx } from '#web/ui/cx.ts';
import { DropZone, useFileInput } from '#web/ui/files/drop-zone.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';
import { Spinner } from '#web/ui/status/spinner.tsx';

const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

const storePicture = async (file: string) => (await call(uploadPictureRoute, { body: { file } })).data.address;

/**
 * A picture that is dropped, pasted, chosen or taken. It is stored at once, and belongs to the record once that is
 * saved. The same picture is stored only once, so sending it again does no harm. Rule: catalogue/pictures.
 */
export function PictureField({
  label = 'Picture',
  image,
  disabled,
  send = storePicture,
  whole = false,
  onChange,
}: {
  label?: string;
  /** The address of the picture; null for none. */
  image: string | null;
  disabled: boolean;
  /** Stores the bytes, in base64, and returns the value for `onChange`. @throws CallError */
  send?: (file: string) => Promise<string>;
  /** True to show the whole picture, not cut to a square. */
  whole?: boolean;
  onChange: (image: string | null) => void;
}) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const heading = useId();
  const isTouch = useMediaQuery('(pointer: coarse)');
  // The present callback: by the time the answer comes, the form may be another one.
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  const isBusy = disabled || isSending;

  async function take(file: File) {
    setProblem(null);
    if (!file.type.startsWith('image/')) return setProblem(`${file.name} is not a picture.`);
    if (file.size > MAX_PICTURE_BYTES) return setProblem('A picture may have 10 MB; this one is larger.');
    setSending(true);
    try {
      change.current(await send(await base64Of(file)));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setSending(false);
    }
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!file || isBusy) return;
    event.preventDefault();
    void take(file);
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', hear);
    return () => document.removeEventListener('paste', hear);
  }, []);

  const file = { accept: ACCEPT, disabled: isBusy, onFile: (given: File) => void take(given) };
  const camera = useFileInput({ ...file, label: `${label} from the camera`, capture: true });
  const shown = image !== null && image !== broken ? image : null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-1.5">
      <h3 id={heading} className="text-sm font-medium text-ink-2">
        {label}
      </h3>
      {camera.input}
      <DropZone {...file} label={`${label} file`} className="flex items-center gap-4 p-3">
        {(choose) => (
          <>
            <div className="relative grid size-24 shrink-0 place-items-center overflow-hidden rounded-md bg-raised text-ink-3">
              {shown === null ? (
                image === null ? (
                  <ImagePlus aria-hidden className="size-7" strokeWidth={1.25} />
                ) : (
                  <ImageOff aria-hidden className="size-7" strokeWidth={1.25} />
                )
              ) : (
                <img
                  src={pictureIn(shown, 'medium')}
                  alt={`${label} as it is shown`}
                  onError={() => setBroken(shown)}
                  className={cx('size-full', whole ? 'object-contain p-1' : 'object-cover')}
                />
              )}
              {isSending && (
                <span className="absolute inset-0 grid place-items-center bg-backdrop">
                  <Spinner />
                </span>
              )}
            </div>
            <div className="flex min-w-0 flex-col gap-2">
              <p role="status" className="text-sm text-ink-3">
                {isSending ? 'Storing the picture...' : 'Drop one here, paste it, or choose one. At most 10 MB.'}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button size="sm" disabled={isBusy} onClick={choose}>
                  {image === null ? 'Choose picture' : 'Change picture'}
                </Button>
                {isTouch && (
                  <Button size="sm" disabled={isBusy} onClick={camera.choose}>
                    Take a photo
                  </Button>
                )}
                {image !== null && (
                  <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => onChange(null)}>
                    Remove picture
                  </Button>
                )}
              </div>
            </div>
          </>
        )}
      </DropZone>
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </section>
  );
}
