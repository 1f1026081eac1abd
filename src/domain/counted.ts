/** "1 order", "1,200 orders". @param one its name, in the singular; `many` for a plural that is not formed with "s" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
