/** Lets the browser download a text, or a file that was fetched. */
export function saveFile(name: string, text: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  downloadFrom(address, name);
  URL.revokeObjectURL(address);
}

/** Lets the browser download what an address of this server answers. Its name is that of the answer unless said. */
export function downloadFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
