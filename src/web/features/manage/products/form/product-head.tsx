import { ArrowLeft, EllipsisVertical, Tag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { changeProductCommand, deleteProductCommand, duplicateProductCommand } from '../product-commands.ts';
import { STATUS_LABEL, STATUS_TONE } from '../product-words.ts';
import { closeProduct, openProduct } from '../products-address.ts';
import { subjectOf } from '../products-state.ts';

/** The name of the product, the way back, and actions on the whole product. */
export function ProductHead({
  product,
  name,
  isEdited,
}: {
  product: ManagedProduct | null;
  name: string;
  /** True if the actions of the menu would lose unsaved edits. */
  isEdited: boolean;
}) {
  const back = useRef<HTMLButtonElement>(null);
  const commands = useMenuCommands(subjectOf(product?.id ?? null));
  useEffect(() => {
    if (product !== null) focusAtOnce(back.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens
  }, []);
  return (
    <div className="flex flex-col gap-2 border-b border-line py-2 pr-4 pl-3">
      <div className="flex items-center gap-2 max-[640px]:flex-wrap">
        <IconButton ref={back} label="All products" icon={<ArrowLeft className="size-4.5" />} onClick={closeProduct} />
        <h2
          className={cx(
            'min-w-0 text-lg font-semibold',
            product && 'max-[640px]:order-last max-[640px]:basis-full max-[640px]:px-1',
          )}
        >
          <Truncate text={name.trim() || (product === null ? 'New product' : 'No name')} />
        </h2>
        {product && <Badge tone={STATUS_TONE[product.status]}>{STATUS_LABEL[product.status]}</Badge>}
        {product && <span className="shrink-0 text-xs text-ink-3 tabular-nums">#{product.id}</span>}
        <span className="grow" />
        {product?.status === 'publish' && <PrintLabels product={product} />}
        {product && <More product={product} isEdited={isEdited} commands={commands} />}
      </div>
      <Checking what="change" command={commands.change.open} />
      <Checking what="copy" command={commands.duplicate.open} />
      <Checking what="deletion" command={commands.remove.open} />
    </div>
  );
}

/** Labels show the saved product, and only those of products on sale are printed. */
function PrintLabels({ product: { id, type, variations } }: { product: ManagedProduct }) {
  const items = type === 'variable' ? variations.filter(({ status }) => status === 'publish') : [{ id: null }];
  return (
    <Button
      size="sm"
      icon={<Tag aria-hidden className="size-3.5" />}
      disabled={items.length === 0}
      onClick={() => printLabelsOf(items.map((item) => ({ productId: id, variationId: item.id })))}
    >
      <span className="max-[640px]:sr-only">Print labels</span>
    </Button>
  );
}

/** The commands of the menu. */
function useMenuCommands(subject: string) {
  const told = (outcome: { kind: string; state?: 'done' | 'refused'; error?: Error }) => {
    if (outcome.kind === 'elsewhere' && outcome.state) tellElsewhere(outcome.state);
    if (outcome.kind === 'refused' && outcome.error) toast.error(outcome.error.message);
  };
  const change = useCommand(changeProductCommand, `status of ${subject}`, told);
  const duplicate = useCommand(duplicateProductCommand, subject, (outcome) => {
    if (outcome.kind === 'done') openProduct(outcome.reply.data.id);
    told(outcome);
  });
  const remove = useCommand(deleteProductCommand, subject, (outcome) => {
    if (outcome.kind === 'done') closeProduct();
    told(outcome);
  });
  return { change, duplicate, remove };
}

function More({
  product,
  isEdited,
  commands: { change, duplicate, remove },
}: {
  product: ManagedProduct;
  isEdited: boolean;
  commands: ReturnType<typeof useMenuCommands>;
}) {
  const { id, name, version, status, in_books: isInBooks } = product;
  const params = { id: String(id) };
  const isBusy = [change, duplicate, remove].some(({ open }) => open !== null);
  const isArchived = status === 'trash';

  async function setStatus() {
    const sure =
      isArchived ||
      (await ask({
        title: `Archive ${name}?`,
        message: 'It is sold no more. Its orders, stock and history stay readable, and it can be restored.',
        confirmLabel: 'Archive',
      }));
    if (!sure) return;
    const next = isArchived ? ('draft' as const) : ('trash' as const);
    const title = `${isArchived ? 'Restore' : 'Archive'} ${name}`;
    await change.send({ title, memo: { edits: {}, seen: null }, params, body: { status: next, version } });
  }

  async function askToDelete() {
    const sure = await ask({
      title: `Delete ${name}?`,
      message: 'It was never sold, counted, moved or ordered, so nothing refers to it. It cannot be brought back.',
      confirmLabel: 'Delete',
      tone: 'danger',
    });
    if (sure) await remove.send({ title: `Delete ${name}`, memo: null, params, query: { version: String(version) } });
  }

  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" disabled={isBusy} icon={<EllipsisVertical className="size-4.5" />} />}
    >
      <MenuItem
        disabled={isEdited}
        onSelect={() => void duplicate.send({ title: `Duplicate ${name}`, memo: null, params, body: {} })}
      >
        Duplicate
      </MenuItem>
      <MenuItem disabled={isEdited} onSelect={() => void setStatus()}>
        {isArchived ? 'Restore as a draft' : 'Archive'}
      </MenuItem>
      {!isInBooks && (
        <MenuItem tone="danger" onSelect={() => void askToDelete()}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
