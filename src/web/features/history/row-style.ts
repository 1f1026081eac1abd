/** The columns, in their order. Rule: history/page. */
export const COLUMNS = [
  { id: 'product', title: 'Product', className: 'pl-10' },
  { id: 'type', title: 'Type', className: '' },
  { id: 'change', title: 'Change', className: 'text-right' },
  { id: 'after', title: 'Stock after', className: 'pr-6 text-right' },
  { id: 'user', title: 'User', className: '' },
  { id: 'date', title: 'Date & Time', className: '' },
] as const;

export const GRID =
  'grid grid-cols-[minmax(14rem,3fr)_minmax(11rem,2fr)_8rem_7rem_minmax(6.5rem,1fr)_11.5rem] items-center';

export const ROW =
  'phone-row relative h-row border-b border-line -outline-offset-2 scroll-mt-10 transition-colors hover:bg-hover';

export const CELL = 'min-w-0 px-2.5';
