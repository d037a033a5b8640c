import { escaped } from '#domain/descriptions/description-html.ts';
import { pageStyle } from './page-style.ts';

/** What a page says: its title as text, the agency whose page it is as text (blank for none), and HTML for head and main part. */
type Parts = Readonly<Record<'title' | 'head' | 'agency' | 'main', string>>;

/** A page for people who are no users: complete HTML without a script. */
export function page({ title, head, agency, main }: Parts): string {
  const header = agency === '' ? '' : `<header dir="auto">${escaped(agency)}</header>\n`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>
<style>${pageStyle}</style>${head}</head>
<body>
${header}<main>
${main}
</main>
</body>
</html>
`;
}
