import { cx } from '../cx.ts';

export interface ColumnHead {
  readonly title: string;
  /** Its width, and `text-right` over figures. */
  readonly className?: string;
}

/** The row of heads of a plain table. @param className the height of the row, and where it stays when it is scrolled */
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
