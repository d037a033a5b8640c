/** Gives the browser a file to save. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by the next minute.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A text as a file of that type. */
export const saveText = (name: string, type: string, text: string): void => saveFile(name, new Blob([text], { type }));
