/** The props of every tab of the Inventory Manager. */
export interface TabProps {
  /** The text in the search of the top bar. */
  search: string;
  /** Sets that text; '' shows everything again. */
  onSearch: (search: string) => void;
}
