/** Suggests a source name from a file name, without extension and copy number. The user can change it. */
export function sourceNameOf(fileName: string): string {
  const bare = fileName.replace(/\.[a-z0-9]{2,5}$/i, '');
  const words = bare
    .replaceAll(/[_\-.]+/g, ' ')
    .replaceAll(/\s*\(\d+\)\s*$/g, '')
    .trim();
  const name = words === '' ? 'Upload' : words;
  return (name.slice(0, 1).toUpperCase() + name.slice(1)).slice(0, 100);
}
