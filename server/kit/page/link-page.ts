import type { RawReply } from '../http/handle.ts';
import { page } from './page.ts';
import { pagePolicy } from './page-style.ts';

/** What the token of a link names: a customer, and the key that is its only proof. */
export type LinkPlace = { readonly customerId: number; readonly key: string };

/** Reads a token `<customer id>.<key>`. Undefined if it is none. */
export function linkPlace(token: string): LinkPlace | undefined {
  const [, customerId = '', key = ''] = /^(\d{1,9})\.([\w-]{20,80})$/.exec(token) ?? [];
  return key === '' ? undefined : { customerId: Number(customerId), key };
}

/** Why a link no longer leads anywhere. */
export const linkNotValid = 'This link is not valid any more.';

/** The reply with a page that its link alone opens: not kept, in no search engine, and its form may be sent. `main` is HTML. */
export function linkPage(
  parts: { readonly title: string; readonly agency: string; readonly main: string },
  status?: 404,
): RawReply {
  return {
    body: page({ ...parts, head: '<meta name="robots" content="noindex">' }),
    ...(status !== undefined && { status }),
    headers: {
      'content-security-policy': pagePolicy('form'),
      // Without a referrer, a browser sends the form with no origin, and the service takes it for another site's.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  };
}

/** The reply for a link that leads nowhere. `remedy` says what to do instead, as HTML. */
export const unknownLink = (remedy: string): RawReply =>
  linkPage(
    {
      title: 'Link not valid',
      agency: '',
      main: `<h1>This link is not valid any more</h1>\n<section><p>${remedy}</p></section>`,
    },
    404,
  );
