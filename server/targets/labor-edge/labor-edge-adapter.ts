import * as z from 'zod';
import type { MapKind } from '#contract/rows/rows.ts';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { CheckAnswer, TargetAdapter } from '../adapter/target-adapter.ts';
import { type Ask, signInReply, type TargetReply, TargetSignInRefused } from '../adapter/target-http.ts';
import { sharedToken, withToken } from '../adapter/token.ts';
import { readFrom } from '../adapter/written.ts';

const { can } = connectionOf('laborEdge');

export type LaborEdgeSite = {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly organizationCode: string;
  /** What LaborEdge gave for the Basic header of a sign-in: the base64 text. */
  readonly clientSecret: string;
};

const Token = z.object({ access_token: z.string() });
const Masters = z.array(z.object({ id: z.union([z.number(), z.string()]), name: z.string(), active: z.boolean().default(true) }));

const masterOf: Readonly<Partial<Record<MapKind, string>>> = { degree: 'professions', specialty: 'specialties' };
const nothing = { parentId: null, address: null, city: null, state: null, zip: null };
const noCall = {
  kind: 'refused',
  words: 'LaborEdge documents no call that creates or changes a job, so nothing was sent: enter the job in LaborEdge.',
} as const;

/** Reads LaborEdge Nexus's lists of professions and specialties. No call that creates a job is documented, so none is made. */
export function laborEdgeAdapter(ask: Ask, site: LaborEdgeSite): TargetAdapter {
  const masters = laborEdgeMasters(ask, site);
  return {
    nativeIdempotency: can.nativeIdempotency,
    post: async () => noCall,
    values: () => ({}),
    closing: [],
    update: async () => noCall,
    find: async () => ({ kind: 'absent' }),
    read: async () => ({ kind: 'unclear', words: 'Jobdock creates no jobs in LaborEdge, so there is none to read.' }),
    check: () => masters.check(),
    fields: async () => null,
    list: async (kind) => {
      const master = masterOf[kind];
      const rows = master === undefined ? null : await masters.list(master);
      return rows?.map((row) => ({ kind, ...row, ...nothing })) ?? null;
    },
  };
}

type Read = (master: string) => Promise<TargetReply>;

function reader(ask: Ask, { url, username, password, organizationCode, clientSecret }: LaborEdgeSite): Read {
  const { origin } = new URL(url);
  const token = sharedToken(async () => {
    const form = { username, password, client_id: 'nexus', grant_type: 'password', organizationCode };
    const headers = { authorization: `Basic ${clientSecret}`, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    const reply = signInReply(await ask(`${origin}/auth/oauth2/token`, { method: 'POST', headers, body }));
    const given = Token.safeParse(reply.body);
    if (!given.success)
      throw new TargetSignInRefused('LaborEdge refused the user name, the password, the organization code or the client key');
    return given.data.access_token;
  });
  return (master) =>
    withToken(token, (bearer) =>
      ask(`${origin}/api/api-integration/v1/master/${master}`, { method: 'GET', headers: { authorization: `Bearer ${bearer}` } }),
    );
}

/** LaborEdge's lists by their names, such as `professions`; what is not active there is left out. */
export function laborEdgeMasters(ask: Ask, site: LaborEdgeSite) {
  const read = reader(ask, site);
  return {
    check: () =>
      readFrom<CheckAnswer>(
        async () => {
          const reply = await read('states');
          return Masters.safeParse(reply.body).success
            ? { kind: 'ok' }
            : { kind: 'failed', words: `LaborEdge answered ${reply.status}` };
        },
        (words) => ({ kind: 'failed', words }),
      ),
    /** Null if the list could not be read. */
    list: (master: string) =>
      readFrom<{ extId: string; name: string }[] | null>(
        async () => {
          const rows = Masters.safeParse((await read(master)).body);
          if (!rows.success) return null;
          return rows.data.filter(({ active }) => active).map(({ id, name }) => ({ extId: String(id), name }));
        },
        () => null,
      ),
  };
}
