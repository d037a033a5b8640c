import type { AlertJob } from './matching.ts';

type Part = (job: AlertJob) => string;
const parts: Readonly<Record<string, Part>> = {
  '#JOB_ID#': ({ id }) => String(id),
  '#VMS_JOB_ID#': ({ providerJobId }) => providerJobId,
  '#TITLE#': ({ title }) => title,
  '#CITY#': ({ city }) => city,
  '#STATE#': ({ state }) => state,
};
const anyPart = /#[A-Z][A-Z\d_]*#/gi;

/** The placeholders of the template of links, in the order in which a form names them. */
export const linkPlaceholders: readonly string[] = Object.keys(parts);

/** The link of a job, its values encoded; null without a template. */
export const applyLink = (template: string, job: AlertJob): string | null =>
  template === '' ? null : template.replaceAll(anyPart, (part) => encoded(parts[part]?.(job) ?? ''));

/** A value inside an address. Half a character, of which none can be made, becomes the sign for it. */
const encoded = (value: string): string =>
  encodeURIComponent(value.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'));

/** Why links cannot be made from a template; null where they can, or where it is blank. */
export function applyLinkProblem(template: string): string | null {
  if (template === '') return null;
  const start = /^https?:\/\/([^/?#\s]+)/i.exec(template);
  if (!start) return 'Write a whole web address that begins with https:// or http://';
  if (/\s|[\p{Cc}<>"'\\]/u.test(template)) return 'Remove spaces, quotes, < > and \\ from the address';
  // The host is the customer's own: no value of a job may say where a link leads.
  if (!/^(?:[a-z\d-]+\.)*[a-z\d-]+(?::\d{1,5})?$/i.test(start[1] ?? ''))
    return 'Write the name of the website in full, without placeholders, user names or passwords';
  const unknown = [...new Set(template.match(anyPart))].filter((part) => !Object.hasOwn(parts, part));
  if (unknown.length > 0) return `Remove ${unknown.join(', ')}: only ${linkPlaceholders.join(', ')} are replaced.`;
  return null;
}
