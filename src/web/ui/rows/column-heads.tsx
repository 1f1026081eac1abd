import { cx } from '../cx.ts';

export interface ColumnHead {
  readonly title: string;
  /** Sets the width, and `text-right` over figures. */
  readonly className?: string;
}

/**
 * The head row of a plain table.
 * @param className the height of the row, and how it sticks while the table scrolls
 */
export function ColumnHeads({ heads, className }: { heads: readonly ColumnHead[]; className?: string }) {
  return (
    <tr>
      {heads.map((head) => (
        <th
          key={head.title}
          scope="col"
          className={cx('text-xs font-medium text-ink-3', className, head.className ?? 'text-left')}
        >
          {head.title}
        </th>
      ))}
    </tr>
  );
}
