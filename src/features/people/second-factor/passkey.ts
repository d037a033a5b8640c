import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

type Message = Record<string, unknown>;
const load = () => import('@simplewebauthn/browser');

/** Why this page cannot use passkeys: browsers bind them to a host name over https, or to localhost. Null if it can. */
export function passkeysBlocked({ hostname, protocol, port }: Pick<Location, 'hostname' | 'protocol' | 'port'>): string | null {
  const isNamed = hostname === 'localhost' || (protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname));
  if (isNamed) return typeof PublicKeyCredential === 'undefined' ? 'This browser has no passkeys.' : null;
  if (/^127\.|^\[::1\]/.test(hostname))
    return `Passkeys need a host name, and ${hostname} is a number. Open Jobdock at http://localhost${port && `:${port}`} to use them.`;
  return 'Passkeys need an address with https. Ask the administrator of this installation.';
}

/** Creates a passkey. Null if the user or the browser stopped it. */
export const createPasskey = async (options: Message): Promise<Message | null> =>
  attempt(async () => {
    const { startRegistration } = await load();
    return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  });

/** Asks for a passkey. Null if the user or the browser stopped it. */
export const provePasskey = async (options: Message): Promise<Message | null> =>
  attempt(async () => {
    const { startAuthentication } = await load();
    return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
  });

async function attempt(ask: () => Promise<object>): Promise<Message | null> {
  try {
    return { ...(await ask()) };
  } catch {
    // The browser says the same for a timeout, a refusal and a missing passkey, so that pages cannot tell them apart.
    return null;
  }
}
