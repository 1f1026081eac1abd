import {
  Cannabis,
  Cigarette,
  Cookie,
  CupSoda,
  Droplet,
  Gem,
  Package,
  Pill,
  ShoppingBag,
  Shirt,
  Wind,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { cx } from '#web/ui/cx.ts';

const SIGN = { 'aria-hidden': true, className: 'size-5 @[120px]:size-10', strokeWidth: 1.25 } as const;

/** Signs by category slug; the first match wins. */
const PLACEHOLDER: readonly (readonly [slug: RegExp, sign: ReactElement])[] = [
  [/roll|joint|blunt/, <Cigarette key="roll" {...SIGN} />],
  [/vap|cart|pod/, <Wind key="vape" {...SIGN} />],
  [/edible|candy|chocolate|snack|gumm|bake|cookie/, <Cookie key="edible" {...SIGN} />],
  [/moonwater|drink|beverage|soda|tea/, <CupSoda key="drink" {...SIGN} />],
  [/oil|tincture|topical|bath|lotion|balm/, <Droplet key="oil" {...SIGN} />],
  [/concentrate|shatter|wax|crumble|rosin|resin|hash|kief|sauce|badder|budder/, <Gem key="concentrate" {...SIGN} />],
  [/flower|bud|indica|sativa|hybrid/, <Cannabis key="flower" {...SIGN} />],
  [/pill|capsule|tablet/, <Pill key="pill" {...SIGN} />],
  [/apparel|cloth|shirt/, <Shirt key="apparel" {...SIGN} />],
  [/accessor|gear/, <ShoppingBag key="accessories" {...SIGN} />],
];
const ANY_CATEGORY = <Package {...SIGN} />;

function signOf(slug: string): ReactElement {
  return PLACEHOLDER.find(([known]) => known.test(slug))?.[1] ?? ANY_CATEGORY;
}

/**
 * The picture of a product, filling its box; the sign of its category if it has none or it does not load. Also used for
 * thumbnails: `className` sets the size of both.
 */
export function CardPicture({
  image,
  slug,
  dimmed,
  className,
}: {
  image: string | null;
  /** The slug of the first category; '' without one. */
  slug: string;
  dimmed: boolean;
  className: string;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = image !== null && image !== broken;
  return (
    <div className={cx('@container relative overflow-hidden bg-raised', className)}>
      {shown ? (
        <img
          src={image}
          alt=""
          width={480}
          height={480}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(image)}
          className={cx('absolute inset-0 size-full object-cover', dimmed && 'opacity-45 grayscale')}
        />
      ) : (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid place-items-center rounded-full text-ink-3 @[120px]:size-20 @[120px]:bg-press">
            {signOf(slug)}
          </span>
        </span>
      )}
    </div>
  );
}
