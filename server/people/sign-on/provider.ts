import * as oidc from 'openid-client';
import type { Services } from '#server/kit/http/handle.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { clientSecretOf, type SignOnSettings } from './sign-on-settings.ts';

type Needed = Pick<Services, 'db' | 'secrets' | 'config'>;

const callMs = 15_000;
const answerBytes = 1_000_000;
const keptMs = 5 * 60_000;
const mostKept = 200;

/** What providers say of themselves is read again after five minutes, and after each save of the settings. */
const kept = new Map<string, { readonly until: number; readonly configuration: Promise<oidc.Configuration> }>();

/** The client of a customer's provider. Throws if the provider does not answer as it should. */
export async function providerOf(services: Needed, settings: SignOnSettings): Promise<oidc.Configuration> {
  const key = `${settings.customerId} ${settings.updatedAt} ${settings.issuer}`;
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.configuration;
  const configuration = (async () => {
    const secret = await services.secrets.take(services.db, clientSecretOf(settings.customerId));
    return discover(services, settings.issuer, settings.clientId, secret ?? '');
  })();
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, { until: Date.now() + keptMs, configuration });
  // A provider that is away is asked again by the next sign-in.
  configuration.catch(() => kept.delete(key));
  return configuration;
}

/** Reads the provider's description of itself. All calls to it pass the check of outbound addresses. */
export async function discover(
  { config }: Pick<Services, 'config'>,
  issuer: string,
  clientId: string,
  secret: string,
): Promise<oidc.Configuration> {
  const double = config.signOnDoubleUrl;
  const isDouble = double !== null && new URL(issuer).origin === new URL(double).origin;
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: 30 },
    (as, client, body, headers) => {
      const byPost = as.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
      return (byPost ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(secret)(as, client, body, headers);
    },
    {
      [oidc.customFetch]: guarded(double === null ? [] : [new URL(double).host]),
      timeout: callMs / 1000,
      execute: [oidc.enableNonRepudiationChecks, ...(isDouble ? [oidc.allowInsecureRequests] : [])],
    },
  );
  const { authorization_endpoint: place = '' } = configuration.serverMetadata();
  // The browser goes there: nothing but a web page may be behind it.
  const isPage = URL.canParse(place) && (isDouble || new URL(place).protocol === 'https:');
  if (!isPage) throw new Error('the provider has no sign-in page over https');
  return configuration;
}

const guarded =
  (allow: readonly string[]): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined;
    const answer = await safeFetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(sent === undefined ? {} : { body: sent }),
      allow,
      redirects: 0,
      maxBytes: answerBytes,
      totalMs: callMs,
    });
    if (!answer.ok) throw new Error(answer.error.words);
    const { status, bytes } = answer.value;
    const type = answer.value.headers['content-type'] ?? '';
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': type },
    });
  };
