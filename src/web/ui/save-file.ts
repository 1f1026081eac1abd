/** Lets the browser download a text, or a file that was fetched. */
export function saveFile(name: string, text: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  downloadFrom(address, name);
  URL.revokeObjectURL(address);
}

/**
 * Lets the browser download the answer of an address of this server, under the answer's own name unless another is
 * given.
 */
export function downloadFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
