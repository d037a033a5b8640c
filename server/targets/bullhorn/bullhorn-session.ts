import * as z from 'zod';
import { type Clock, realClock } from '../adapter/clock.ts';
import type { Send, Sent } from '../adapter/outbound.ts';
import {
  readJson,
  signInReply,
  type TargetReply,
  TargetSignInRefused,
  TargetUnreachable,
  unreachable,
  untilItRuns,
} from '../adapter/target-http.ts';

/** How a Bullhorn customer signs in. `loginInfoUrl` is the discovery address (tests and the demo use another one). */
export type BullhornCredentials = {
  readonly loginInfoUrl: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

const LoginInfo = z.object({ oauthUrl: z.url(), restUrl: z.url() });
const Token = z.object({ access_token: z.string(), refresh_token: z.string().optional(), expires_in: z.number() });
const RestLogin = z.object({ BhRestToken: z.string(), restUrl: z.url() });

type RestSession = { readonly token: string; readonly url: string };

/** True for an address of Bullhorn itself. */
const isBullhorns = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && /(?:^|\.)bullhorn(?:staffing)?\.com$/.test(hostname);

/** A wrong data center answers 307; the call is sent again, with method and body, to the address it gives. */
const wrongDataCentre = 307;
const mostHops = 3;

/**
 * One customer's session with Bullhorn: discovery, OAuth (headless), REST token. One caller renews it while the others wait.
 * After a 401, which means that Bullhorn did not run the call, the session is renewed and the call repeated once.
 */
export class BullhornSession {
  readonly #credentials: BullhornCredentials;
  readonly #send: Send;
  readonly #clock: Clock;
  #rest: Promise<RestSession> | null = null;
  #refreshToken: string | null = null;

  constructor(credentials: BullhornCredentials, send: Send, clock: Clock = realClock) {
    this.#credentials = credentials;
    this.#send = send;
    this.#clock = clock;
  }

  /** Calls `{corp}/path`. Throws `TargetUnreachable` or `TargetSignInRefused`; every HTTP reply is a value. */
  async call(method: Sent['method'], path: string, body?: unknown): Promise<TargetReply> {
    const session = this.#signedIn();
    const first = await this.#callOnce(await session, method, path, body);
    if (first.status !== 401) return first;
    // The first caller renews; the others wait for the same sign-in.
    if (this.#rest === session) this.#rest = null;
    return this.#callOnce(await this.#signedIn(), method, path, body);
  }

  /** Opens another session and gives its token. The former one is no longer used. Throws as `call` does. */
  async renew(): Promise<string> {
    this.#rest = null;
    return (await this.#signedIn()).token;
  }

  async #callOnce(rest: RestSession, method: Sent['method'], path: string, body: unknown): Promise<TargetReply> {
    return untilItRuns(this.#clock, () =>
      this.#reach(new URL(path, rest.url), {
        method,
        headers: { BhRestToken: rest.token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  #signedIn(): Promise<RestSession> {
    this.#rest ??= this.#signIn().catch((error: unknown) => {
      this.#rest = null;
      throw asNotSent(error);
    });
    return this.#rest;
  }

  async #signIn(): Promise<RestSession> {
    const info = await this.#discover();
    const token = (await this.#refreshed(info.oauthUrl)) ?? (await this.#authorised(info.oauthUrl));
    this.#refreshToken = token.refresh_token ?? null;
    const login = new URL(`${info.restUrl}/login`);
    login.search = new URLSearchParams({ version: '*', access_token: token.access_token, ttl: '60' }).toString();
    const answer = signInReply(await this.#reach(login, { method: 'POST' }));
    const parsed = RestLogin.safeParse(answer.body);
    if (!parsed.success) throw new TargetSignInRefused(errorMessage(answer) ?? 'Bullhorn did not open a REST session');
    return { token: parsed.data.BhRestToken, url: this.#own(new URL(parsed.data.restUrl)).href };
  }

  /**
   * The address, if secrets may go there: to the host that the user entered, or within Bullhorn's own domains if that host is there
   * as well. Otherwise anyone who answers for one host could have the secrets sent to any other.
   */
  #own(url: URL): URL {
    const entered = new URL(this.#credentials.loginInfoUrl);
    if (url.origin === entered.origin || (isBullhorns(url) && isBullhorns(entered))) return url;
    throw new TargetSignInRefused(`The host ${url.host} is not Bullhorn's, so nothing was sent there`);
  }

  async #discover(): Promise<z.infer<typeof LoginInfo>> {
    const url = new URL(this.#credentials.loginInfoUrl);
    url.searchParams.set('username', this.#credentials.username);
    const answer = signInReply(await this.#reach(url, { method: 'GET' }));
    const parsed = LoginInfo.safeParse(answer.body);
    if (!parsed.success) throw new TargetSignInRefused(`Bullhorn does not know the API user ${this.#credentials.username}`);
    const own = (address: string) => {
      this.#own(new URL(address));
      return address.replace(/\/$/, '');
    };
    return { oauthUrl: own(parsed.data.oauthUrl), restUrl: own(parsed.data.restUrl) };
  }

  /** Uses the single-use refresh token, if there is one. Null if it no longer works. */
  async #refreshed(oauthUrl: string): Promise<z.infer<typeof Token> | null> {
    const refreshToken = this.#refreshToken;
    if (refreshToken === null) return null;
    this.#refreshToken = null;
    return this.#token(oauthUrl, { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async #authorised(oauthUrl: string): Promise<z.infer<typeof Token>> {
    const { clientId, username, password } = this.#credentials;
    const url = new URL(`${oauthUrl}/authorize`);
    url.search = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      action: 'Login',
      username,
      password,
    }).toString();
    const answer = await this.#once(url, { method: 'POST' });
    signInReply({ ...answer, body: null });
    const code = new URL(answer.headers.location ?? 'x:', url).searchParams.get('code');
    // Bullhorn answers wrong credentials with an HTML page and status 200, never with an error.
    if (code === null) throw new TargetSignInRefused('Bullhorn refused the API user name or password');
    const token = await this.#token(oauthUrl, { grant_type: 'authorization_code', code });
    if (token === null) throw new TargetSignInRefused('Bullhorn refused the client id or secret');
    return token;
  }

  async #token(oauthUrl: string, fields: Record<string, string>): Promise<z.infer<typeof Token> | null> {
    const { clientId, clientSecret } = this.#credentials;
    const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = signInReply(await this.#reach(new URL(`${oauthUrl}/token`), { method: 'POST', headers, body }));
    return Token.safeParse(answer.body).data ?? null;
  }

  async #reach(url: URL, options: Sent): Promise<TargetReply> {
    let target = url;
    for (let hop = 0; ; hop++) {
      const answer = await this.#once(target, options);
      const onward = answer.headers.location;
      if (answer.status !== wrongDataCentre || onward === undefined || hop === mostHops) {
        return { status: answer.status, headers: answer.headers, body: readJson(answer.bytes.toString('utf8')) };
      }
      target = this.#own(new URL(onward, target));
    }
  }

  async #once(url: URL, options: Sent) {
    const answer = await this.#send(url.href, options);
    if (!answer.ok) throw unreachable(answer.error);
    return answer.value;
  }
}

/** Bullhorn's message in an error reply, with the fields it names. */
export function errorMessage(answer: TargetReply): string | null {
  const parsed = ErrorBody.safeParse(answer.body);
  if (!parsed.success) return null;
  const details = (parsed.data.messages ?? []).map((m) =>
    m.propertyName ? `${m.propertyName}: ${m.detailMessage}` : m.detailMessage,
  );
  return [parsed.data.errorMessage, ...details].join(' · ');
}

const ErrorBody = z.object({
  errorMessage: z.string(),
  messages: z.array(z.object({ detailMessage: z.string(), propertyName: z.string().nullish() })).optional(),
});

/** An error during sign-in means that the caller's request was not sent. */
function asNotSent(error: unknown): unknown {
  return error instanceof TargetUnreachable ? new TargetUnreachable(error.message, false) : error;
}
