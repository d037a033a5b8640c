import { createHmac, randomBytes } from 'node:crypto';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';
import { sameText } from '#server/kit/lib/secrets.ts';

/** A browser stays known for a year after its last sign-in. */
const markSeconds = 365 * 86_400;

/** Accounts that a shared browser keeps marks of, the newest first. */
const mostMarks = 5;

/**
 * Marks the browser in which an account signed in: a random id with a signature over id and account. The mark proves an earlier
 * sign-in and gives no access.
 */
export function markDevice(services: Services, browser: BrowserSide, account: string): void {
  const id = knownDevice(services, account, browser) ?? randomBytes(16).toString('base64url');
  const mark = `${id}.${signatureOf(services, account, id)}`;
  const others = marksOf(browser).filter((other) => other !== mark);
  browser.deviceMark.write([mark, ...others].slice(0, mostMarks).join('~'), markSeconds);
}

/** The id of the known device if the browser has a mark of this account; else undefined. */
export function knownDevice(services: Services, account: string, browser: BrowserSide): string | undefined {
  const mark = marksOf(browser).find((each) => {
    const [id = '', signature = ''] = each.split('.');
    return sameText(signature, signatureOf(services, account, id));
  });
  return mark?.split('.')[0];
}

const marksOf = ({ deviceMark }: BrowserSide): string[] =>
  (deviceMark.read() ?? '')
    .split('~')
    .slice(0, mostMarks)
    .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark));

const signatureOf = (services: Services, account: string, id: string) =>
  createHmac('sha256', services.secrets.derive('known device')).update(`${id} ${account.toLowerCase()}`).digest('base64url');
