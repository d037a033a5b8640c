import * as z from 'zod';
import { ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { CollectorTools, CollectProblem, Credentials } from './collector.ts';
import { failed, problemOfStatus } from './problems.ts';
import { askVendor } from './vendor-call.ts';

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().default(600),
});
type Held = { readonly access: string; readonly refresh: string | undefined; readonly until: number };
type Answer<T> = Promise<Result<T, CollectProblem>>;

/** A token is renewed this long before it ends, so that no request arrives with one that has just ended. */
const earlyMs = 30_000;

/**
 * The tokens of one run at LaborEdge. A refresh token can be used once: after it was sent, it is forgotten whatever the reply. If it is
 * refused, the password gives a new one.
 */
export function laborEdgeTokens(tokenUrl: string, credentials: Credentials, tools: CollectorTools) {
  let held: Held | undefined;

  async function renew(): Answer<string> {
    const refresh = held?.refresh;
    held = undefined;
    if (refresh !== undefined) {
      const refreshed = await grant({ grant_type: 'refresh_token', refresh_token: refresh });
      if (refreshed.ok || refreshed.error.kind !== 'sign_in') return refreshed;
    }
    const { username, password, orgKey } = credentials;
    return await grant({ grant_type: 'password', username, password, organizationCode: orgKey });
  }

  async function grant(fields: Readonly<Record<string, string>>): Answer<string> {
    const reply = await askVendor(
      tokenUrl,
      {
        method: 'POST',
        redirects: 0,
        maxBytes: 1024 * 1024,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          authorization: `Basic ${basicOf(credentials.secretKey)}`,
        },
        body: new URLSearchParams({ ...fields, client_id: 'nexus' }).toString(),
      },
      tools,
    );
    if (!reply.ok) return reply;
    // OAuth refuses a sign-in with 400.
    if (reply.value.status === 400) return failed('sign_in', 'LaborEdge refused the user name, password or organization code.');
    const problem = problemOfStatus(reply.value, tools.now());
    if (problem) return { ok: false, error: problem };
    const token = tokenIn(reply.value);
    if (!token) return failed('unreadable', 'LaborEdge answered the sign-in with something that is no token.');
    const until = tools.now().getTime() + token.expires_in * 1000;
    held = { access: token.access_token, refresh: token.refresh_token, until };
    return ok(held.access);
  }

  return {
    /** A token that is still good, as far as is known. */
    bearer: async (): Answer<string> => (held && held.until - earlyMs > tools.now().getTime() ? ok(held.access) : await renew()),
    /** Another token, because the vendor no longer believes the last one. */
    renew,
  };
}
export type LaborEdgeTokens = ReturnType<typeof laborEdgeTokens>;

/** The vendor issues the client as `name:secret`, or as the finished value of the header. */
const basicOf = (client: string): string =>
  client.includes(':') ? Buffer.from(client).toString('base64') : client.replace(/^Basic\s+/i, '');

function tokenIn({ bytes }: SafeReply): z.infer<typeof Token> | null {
  try {
    return Token.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
