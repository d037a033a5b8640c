/** Starts a download of a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A minute is enough for the browser to take the file.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Starts a download of a text file. */
export const saveText = (name: string, type: string, text: string): void => saveFile(name, new Blob([text], { type }));
