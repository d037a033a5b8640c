/** Words in the name of a column that say that it has the address of a file. */
const fileWords: ReadonlySet<string> = new Set(['attachment', 'attachments', 'document', 'documents', 'file', 'files']);

const mostLinks = 10;
const longestLink = 2000;

/** Whether a column of a feed names files: `attachments.0.url`, `Document URL`, `jobFile`. */
export const namesFiles = (column: string): boolean =>
  column
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => fileWords.has(word));

/** The web addresses of files in the further columns of a vendor's record: at most ten, each once. */
export function attachmentLinks(extra: Readonly<Record<string, string>>): readonly string[] {
  const links = new Set<string>();
  for (const [column, value] of Object.entries(extra)) {
    if (!namesFiles(column)) continue;
    for (const text of value.split(/[\s,;|]+(?=https?:)|\s+/i)) {
      if (links.size === mostLinks) return [...links];
      if (/^https?:\/\//i.test(text) && text.length <= longestLink && URL.canParse(text)) links.add(text);
    }
  }
  return [...links];
}

/** Identifies a linked file: its address without the query, in which many vendors send a signature that changes each time. */
export function linkKey(link: string): string {
  const { origin, pathname, searchParams } = new URL(link);
  const lasting = [...searchParams].filter(([name]) =>
    /^(?:id|doc|document|file|attachment|name|key|guid|uuid)(?:_?id)?$/i.test(name),
  );
  return `${origin}${pathname}?${lasting.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
