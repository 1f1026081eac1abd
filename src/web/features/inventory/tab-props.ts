/** What every tab of the Inventory Manager gets. */
export interface TabProps {
  /** What is typed in the search of the top bar. */
  search: string;
  /** Writes there: '' shows everything again. */
  onSearch: (search: string) => void;
}
