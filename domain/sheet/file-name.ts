/** Longest name of a file, in characters without its type. */
const mostName = 80;

/** The name of a file of a list, of letters, digits and hyphens: “External shifts” becomes `external-shifts.csv`. `more` follows the title. */
export function fileNameOf(title: string, type: string, more = ''): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, mostName)
    .replaceAll(/^-|-$/g, '');
  return `${[name || 'list', more].filter(Boolean).join('-')}.${type}`;
}
