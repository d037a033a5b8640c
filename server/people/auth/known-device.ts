import { createHmac, randomBytes } from 'node:crypto';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';
import { sameText } from '#server/kit/lib/secrets.ts';

/** A browser stays known for a year after its last sign-in. */
const markSeconds = 365 * 86_400;

/**
 * Marks the browser in which an account signed in: a random id with a signature over id and account. The mark proves an earlier
 * sign-in and gives no access.
 */
export function markDevice(services: Services, browser: BrowserSide, account: string): void {
  const id = knownDevice(services, account, browser) ?? randomBytes(16).toString('base64url');
  browser.deviceMark.write(`${id}.${signatureOf(services, account, id)}`, markSeconds);
}

/** The id of the known device if the browser has a mark of this account; else undefined. */
export function knownDevice(services: Services, account: string, browser: BrowserSide): string | undefined {
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(browser.deviceMark.read() ?? '') ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return sameText(signature, signatureOf(services, account, id)) ? id : undefined;
}

const signatureOf = (services: Services, account: string, id: string) =>
  createHmac('sha256', services.secrets.derive('known device')).update(`${id} ${account.toLowerCase()}`).digest('base64url');
