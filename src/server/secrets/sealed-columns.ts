/** A column whose values are sealed. The command that changes the data key seals each of them anew. */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

/** Every sealed column of the database: one that is not named here is lost when the data key changes. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [{ table: 'jobs', key: 'id', column: 'payload' }];
