/** Gives the browser a file to save. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by the next minute.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
