import { CallError } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useSecondPressDropped } from '#web/ui/layers/second-press.ts';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ProductForm } from './product-form.tsx';
import { closeProduct } from '../products-address.ts';
import { useManagedProduct } from '../products-queries.ts';

/** The editor of one product; `null` is a new one. */
export function ProductEditor({ id }: { id: number | null }) {
  useSecondPressDropped();
  return id === null ? <ProductForm product={null} /> : <Known id={id} />;
}

function Known({ id }: { id: number }) {
  const product = useManagedProduct(id);
  if (product.data) return <ProductForm product={product.data} />;
  if (product.error instanceof CallError && product.error.status === 404) {
    return (
      <EmptyPanel
        title="There is no such product"
        hint="It may have been deleted."
        action={<Button onClick={closeProduct}>All products</Button>}
      />
    );
  }
  if (product.error) {
    return <ErrorPanel title="Error Loading Product" error={product.error} onRetry={() => product.refetch()} />;
  }
  return <LoadingPanel label="Loading product..." />;
}
