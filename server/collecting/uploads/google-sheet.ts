import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { nameInDisposition } from '#domain/file-names/name-in-disposition.ts';
import type { FetchProblem, SafeFetchOptions, SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { RefusedFile } from '#server/parsing/refused-file.ts';

/** The way out: `safeFetch`. */
export type SheetFetch = (
  url: string,
  options: Pick<SafeFetchOptions, 'redirects' | 'maxBytes' | 'totalMs'>,
) => Promise<Result<SafeReply, FetchProblem>>;

type Sheet = { readonly bytes: Uint8Array; readonly fileName: string };

const words = {
  link: 'This is no link of a Google Sheet. Open the sheet, choose Share, then Copy link, and paste it here.',
  private:
    'Google asks for a sign-in to open this sheet. In the sheet choose Share, then Anyone with the link can view, and try again.',
  gone: 'Google has no sheet at this link. Check the link, or ask who shared it whether the sheet still exists.',
  silent: 'Google did not answer in time. Try again later, or download the sheet as CSV and upload that file.',
  unreachable: 'Google cannot be reached from the service. Try again later, or download the sheet as CSV and upload that file.',
  busy: 'Google refuses so many requests at once. Try again in a few minutes.',
  failed: 'Google could not export this sheet. Download it as CSV or XLSX and upload that file.',
} as const;
const refused = (why: keyof typeof words) => no<RefusedFile>({ kind: 'invalid', fields: { gp: words[why] } });
const tooLarge = no<RefusedFile>({
  kind: 'too_large',
  limit: `The sheet is larger than ${maxUploadBytes / 1_000_000} MB. Split it, or delete the tabs and columns that are not needed.`,
});

const sheetId = /^[\w-]{20,200}$/;
const docs = 'https://docs.google.com/spreadsheets/d';

/**
 * The address of a sheet's export: CSV of the tab that the link names, or of the first one. `gp` is the link that people share, that of a
 * published sheet, of its export, of an XLSX file in Drive, or the bare id. Null for any other text.
 */
export function exportAddress(gp: string): string | null {
  if (sheetId.test(gp)) return `${docs}/${gp}/export?format=csv`;
  if (!URL.canParse(gp)) return null;
  const { protocol, hostname, pathname, searchParams, hash, username, port } = new URL(gp);
  if (protocol !== 'https:' || username !== '' || port !== '') return null;
  const gid = /^\d{1,12}$/.exec(searchParams.get('gid') ?? new URLSearchParams(hash.slice(1)).get('gid') ?? '')?.[0];
  const tab = gid === undefined ? '' : `&gid=${gid}`;
  if (hostname === 'drive.google.com') {
    const id = /^\/file\/d\/([\w-]{20,200})(?:\/|$)/.exec(pathname)?.[1] ?? searchParams.get('id') ?? '';
    return sheetId.test(id) ? `https://drive.google.com/uc?export=download&id=${id}` : null;
  }
  if (hostname !== 'docs.google.com') return null;
  const published = /^\/spreadsheets\/d\/e\/([\w-]{20,300})\/pub/.exec(pathname)?.[1];
  if (published !== undefined) return `${docs}/e/${published}/pub?output=csv${tab}`;
  const id = /^\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{20,200})(?:\/|$)/.exec(pathname)?.[1];
  if (id === undefined) return null;
  const format = searchParams.get('format') === 'xlsx' ? 'xlsx' : 'csv';
  return `${docs}/${id}/export?format=${format}${tab}`;
}

const isGoogle = (host: string): boolean =>
  ['docs.google.com', 'drive.google.com'].includes(host) || /^[\w.-]+\.googleusercontent\.com$/.test(host);
const asksToSignIn = ({ hostname, pathname }: URL): boolean =>
  hostname === 'accounts.google.com' || /servicelogin/i.test(pathname);

const mostHops = 4;
const waitMs = 30_000;

/**
 * Fetches a shared sheet. Each redirect is looked at before it is followed: to Google's hosts only. A sign-in page means that the sheet is
 * private, also where it is answered with status 200.
 */
export async function fetchSheet(gp: string, fetch: SheetFetch): Promise<Result<Sheet, RefusedFile>> {
  let address = exportAddress(gp);
  const until = Date.now() + waitMs;
  for (let hop = 0; address !== null && hop < mostHops; hop += 1) {
    const totalMs = Math.max(1, until - Date.now());
    const reply = await fetch(address, { redirects: 'manual', maxBytes: maxUploadBytes, totalMs });
    if (!reply.ok) return ofProblem(reply.error);
    const { status, headers } = reply.value;
    if (status < 300 || status >= 400) return sheetOf(reply.value);
    const onward =
      headers.location === undefined || !URL.canParse(headers.location, address) ? null : new URL(headers.location, address);
    if (onward !== null && asksToSignIn(onward)) return refused('private');
    if (onward?.protocol !== 'https:' || !isGoogle(onward.hostname)) return refused('failed');
    address = onward.href;
  }
  return refused(address === null ? 'link' : 'failed');
}

function ofProblem({ kind }: FetchProblem): Result<never, RefusedFile> {
  if (kind === 'too_large') return tooLarge;
  return refused(kind === 'timeout' ? 'silent' : kind === 'unreachable' ? 'unreachable' : 'failed');
}

function sheetOf({ status, headers, bytes }: SafeReply): Result<Sheet, RefusedFile> {
  if (status === 401 || status === 403) return refused('private');
  if (status === 404 || status === 410) return refused('gone');
  if (status === 429) return refused('busy');
  if (status < 200 || status >= 300) return refused('failed');
  // An export is never a page. Google sends its sign-in page with status 200.
  if (isPage(headers['content-type'], bytes)) return refused('private');
  return ok({ bytes, fileName: fileNameOf(headers['content-disposition']) });
}

const isPage = (type: string | undefined, bytes: Uint8Array): boolean =>
  /^\s*text\/html\b/i.test(type ?? '') ||
  /^\uFEFF?\s*<(?:!doctype\s+html|html)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 500)));

/** The name that Google gives the export, for people to know the file by. */
function fileNameOf(disposition: string | undefined): string {
  const name = (nameInDisposition(disposition) ?? '').replaceAll(/[\p{Cc}/\\]/gu, '').trim();
  return name.slice(0, 255) || 'Google Sheet';
}
