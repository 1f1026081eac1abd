import { useState } from 'react';
import { leftWords, type MenuProduct } from '#domain/menu/shelf.ts';

/** The picture of a product, or its first letter if there is no picture or it cannot be fetched. */
export function MenuPicture({ product: { image, name } }: { product: MenuProduct }) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className="menu-picture">
      {image === null || image === missing ? (
        <span className="menu-picture-letter" aria-hidden>
          {name.trim().charAt(0).toUpperCase()}
        </span>
      ) : (
        <img src={image} alt="" decoding="async" onError={() => setMissing(image)} />
      )}
    </span>
  );
}

/** The small badge is a dot while stock is sufficient, so that names have the room. */
export function StockBadge({
  product: { inStock, leftMilli, unit },
  isSmall = false,
}: {
  product: MenuProduct;
  isSmall?: boolean;
}) {
  if (!inStock) return <span className="menu-badge menu-badge-out">Sold Out</span>;
  if (leftMilli !== null) return <span className="menu-badge menu-badge-few">{leftWords(leftMilli, { unit })}</span>;
  return (
    <span className="menu-badge menu-badge-in">
      <span className={isSmall ? 'menu-unseen' : undefined}>Available</span>
    </span>
  );
}
