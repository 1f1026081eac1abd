/** "1 order", "1,200 orders". @param one its name, in the singular */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}
