import { countList, labelSheet } from './item-lists.ts';
import type { Kind } from './kind.ts';
import { menuLayout } from './menu-layout.ts';
import { priceChange } from './price-change.ts';
import { productFields } from './product-fields.ts';
import { purchaseOrder } from './purchase-order.ts';

export const KINDS: readonly Kind[] = [purchaseOrder, productFields, priceChange, menuLayout, countList, labelSheet];
