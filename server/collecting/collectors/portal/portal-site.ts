import { CookieJar } from 'tough-cookie';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { PageBytes } from '#server/parsing/read-apart.ts';
import type { CollectorTools, CollectProblem } from '../collector.ts';
import { failed, problemOfFetch, problemOfStatus } from '../problems.ts';

/** A page of a portal. `url` is its address after redirects; the status is 200 to 299, 401, 403, 404 or 410. */
export type SitePage = PageBytes & { readonly url: string; readonly status: number };
type Sent = { readonly method: 'GET' | 'POST'; readonly fields: readonly { readonly name: string; readonly value: string }[] };

/** A step of a recipe as people know it, for the words of problems: "the sign-in page". */
export type Step = string;

const mostRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Statuses that say something about the session or the page and not about the vendor's service. */
const ofPage = new Set([401, 403, 404, 410]);

/**
 * A visitor of one portal with cookies of its own. It goes only to the host of `home` and the named hosts, over the protocol of `home`,
 * also where a page redirects: a portal could otherwise lead the service, and what is typed into its forms, anywhere.
 */
export function visitSite(home: URL, hosts: readonly string[], tools: CollectorTools) {
  const browser = browse(tools);
  const isOwn = (url: URL): boolean => url.protocol === home.protocol && (url.host === home.host || hosts.includes(url.host));

  function addressOf(href: string, from: string, step: Step): Result<string, CollectProblem> {
    if (!URL.canParse(href, from)) return failed('page_changed', `${step}: a link leads to nothing that is an address.`);
    const url = new URL(href, from);
    url.hash = '';
    if (isOwn(url)) return ok(url.href);
    return failed('not_allowed', `${step}: the vendor leads to another host. Add the host to the recipe if it is the vendor’s.`);
  }

  async function open(
    url: string,
    step: Step,
    sent: Sent = plainRequest,
    referer: string | null = null,
  ): Promise<Result<SitePage, CollectProblem>> {
    let [at, next, from] = [url, sent, referer];
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const reply = await browser.exchange(at, next, from);
      if (!reply.ok) return reply;
      const { status, headers } = reply.value;
      if (!redirects.has(status) || headers.location === undefined) return pageOf(reply.value, step, tools.now());
      const onward = addressOf(headers.location, at, step);
      if (!onward.ok) return onward;
      // 307 and 308 repeat the form; all others go on with a plain request, as browsers do.
      if (status !== 307 && status !== 308) next = plainRequest;
      [at, from] = [onward.value, at];
    }
    return failed('page_changed', `${step}: the vendor leads in a circle of redirects.`);
  }

  return { addressOf, open, forget: browser.forget };
}
export type Site = ReturnType<typeof visitSite>;

const plainRequest: Sent = { method: 'GET', fields: [] };

/** Sends requests as a browser would, with the cookies that the portal has set. */
function browse(tools: CollectorTools) {
  let jar = new CookieJar(undefined, { looseMode: true });
  return {
    exchange: async (url: string, sent: Sent, referer: string | null): Promise<Result<SafeReply, CollectProblem>> => {
      const cookie = await jar.getCookieString(url);
      const form = new URLSearchParams(sent.fields.map(({ name, value }): [string, string] => [name, value])).toString();
      const reply = await tools.fetch(url, {
        method: sent.method,
        redirects: 'manual',
        headers: {
          accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
          'accept-language': 'en-US,en;q=0.8',
          ...(cookie !== '' && { cookie }),
          ...(referer !== null && { referer: refererFor(url, referer) }),
          // Many frameworks refuse a form without the origin that it was on.
          ...(sent.method === 'POST' && {
            'content-type': 'application/x-www-form-urlencoded',
            origin: originOf(referer ?? url),
          }),
        },
        ...(sent.method === 'POST' && { body: form }),
      });
      tools.signal.throwIfAborted();
      if (!reply.ok) return no(problemOfFetch(reply.error));
      for (const line of reply.value.headers['set-cookie']?.slice(0, 50) ?? [])
        await jar.setCookie(line, url, { ignoreError: true });
      return reply;
    },
    /** Forgets all cookies, as before a new sign-in. */
    forget: (): void => {
      jar = new CookieJar(undefined, { looseMode: true });
    },
  };
}

const originOf = (url: string): string => new URL(url).origin;

/** Another host learns where a request comes from, but not the address, which may hold a token. */
const refererFor = (url: string, from: string): string => (originOf(url) === originOf(from) ? from : `${originOf(from)}/`);

function pageOf(reply: SafeReply, step: Step, now: Date): Result<SitePage, CollectProblem> {
  const problem = ofPage.has(reply.status) ? null : problemOfStatus(reply, now);
  if (problem) return no({ ...problem, words: `${step}: ${problem.words}` });
  const charset = /charset\s*=\s*"?([\w:.-]{1,40})/i.exec(reply.headers['content-type'] ?? '')?.[1] ?? null;
  return ok({ url: reply.url, status: reply.status, bytes: reply.bytes, charset });
}

/** The address that the links of a page are relative to. */
export const linkBase = (url: string, base: string): string => (URL.canParse(base, url) ? new URL(base, url).href : url);
