import { findCustomers, loyalty, oneCustomer } from './people-tools.ts';
import { purchaseOrder, purchaseOrders, suppliers } from './purchasing-tools.ts';
import { compareSales, findOrders, oneOrder, salesSummary } from './sales-tools.ts';
import { menus } from './screen-tools.ts';
import { blueprintFields, calculate, categories, locations } from './shop-tools.ts';
import { discrepancies, findProducts, lowStock, movements, stockOfItems } from './stock-tools.ts';
import type { Tool } from './tool.ts';

/** Every tool that reads. None of them can write: they are given a transaction that refuses to. Rule: assistant/tools. */
export const TOOLS: readonly Tool[] = [
  salesSummary,
  compareSales,
  findOrders,
  oneOrder,
  findProducts,
  stockOfItems,
  lowStock,
  movements,
  discrepancies,
  findCustomers,
  oneCustomer,
  loyalty,
  purchaseOrders,
  purchaseOrder,
  suppliers,
  menus,
  locations,
  categories,
  blueprintFields,
  calculate,
];
