import { type Ask, type TargetReply, TargetSignInRefused } from '#server/targets/adapter/target-http.ts';

/**
 * The tenant of an agency: `https://api.triovms.com/{tenant}/api/v3`, and its API key. `account`: the sign-in of a person whose key it is.
 */
export type TrioSite = { readonly url: string; readonly apiKey: string; readonly account?: string | undefined };

export type TrioCall = (
  method: 'GET' | 'POST',
  path: string,
  sent?: { readonly body: string | Buffer; readonly contentType: string },
) => Promise<TargetReply>;

/** Calls Trio's API with the header X-API-KEY. Throws `TargetSignInRefused` where Trio refuses the key; other replies are values. */
export const trioClient =
  (ask: Ask, { url, apiKey, account }: TrioSite): TrioCall =>
  async (method, path, sent) => {
    const reply = await ask(`${url.replace(/\/+$/, '')}/${path}`, {
      method,
      headers: { 'x-api-key': apiKey, accept: 'application/json', ...(sent && { 'content-type': sent.contentType }) },
      ...(sent && { body: sent.body }),
    });
    if (reply.status === 401 || reply.status === 403)
      throw new TargetSignInRefused(account === undefined ? refusedKey : refusedSignIn(account));
    return reply;
  };

const refusedKey = 'Trio refused the API key. Enter the key of the agency’s account in the submission target.';
const refusedSignIn = (account: string): string =>
  `Trio refused the sign-in “${account}”. Enter its API key again under Submission logins, or delete it to use the account of the target.`;

/**
 * The same value with the keys of its objects in lower case. Trio's guide shows `Number` in one place and `number` in another, so both are
 * read.
 */
export function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), lowerKeys(one)]));
}
