import { Pencil, Tag } from 'lucide-react';
import { useMay } from '#web/api/session/session.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { editFieldsOf, printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Links on an open card to the label and the fields of its product. */
export function CardMore({ product: { id } }: { product: RegisterProduct }) {
  const mayEdit = useMay('edit-products');
  return (
    <div className="mt-1 flex flex-wrap gap-x-1 border-t border-line pt-1">
      <Button
        size="touch"
        variant="ghost"
        className="grow px-1! text-sm"
        icon={<Tag aria-hidden className="size-3.5 shrink-0" />}
        onClick={() => printLabelsOf([{ productId: id, variationId: null }])}
      >
        Print label
      </Button>
      {mayEdit && (
        <Button
          size="touch"
          variant="ghost"
          className="grow px-1! text-sm"
          icon={<Pencil aria-hidden className="size-3.5 shrink-0" />}
          onClick={() => editFieldsOf(id)}
        >
          Edit fields
        </Button>
      )}
    </div>
  );
}
