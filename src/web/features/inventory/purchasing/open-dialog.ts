/** Whether a dialog lies over the page: what is scanned then is not meant for what is below it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog],[role=alertdialog]') !== null;
}
