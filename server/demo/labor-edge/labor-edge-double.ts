import { randomUUID } from 'node:crypto';
import { createTargetDouble, type DoubleCall, type DoubleReply, type TargetDouble } from '../double-kit/target-double.ts';

export const laborEdgeUser = {
  username: 'jobdock.nexus',
  password: 'nexus-Demo-5512',
  organizationCode: 'TIDE',
  clientSecret: Buffer.from('nexus:nexus-demo-client').toString('base64'),
};
const masters: Readonly<Record<string, readonly object[]>> = {
  professions: [
    { id: 11, name: 'RN', active: true },
    { id: 12, name: 'Sterile Tech', active: true },
    { id: 13, name: 'Old profession', active: false },
  ],
  specialties: [
    { id: 411, name: 'Burn ICU', active: true },
    { id: 412, name: 'Wound Care', active: true },
  ],
  documenttypes: [
    { id: 91, name: 'Resume', active: true },
    { id: 92, name: 'License', active: true },
  ],
  states: [{ id: 3, name: 'Arizona', code: 'AZ', countryId: 1 }],
};
const tokenSeconds = 899;

/** A local fake of LaborEdge Nexus: sign-in by password with a Basic client header, tokens of 899 s, and lists. It takes no jobs. */
export function createLaborEdgeDouble({ now = Date.now }: { now?: (() => number) | undefined } = {}): TargetDouble {
  const tokens = new Map<string, number>();
  const answer = ({ method, url, headers }: DoubleCall): DoubleReply => {
    const until = tokens.get((headers.authorization ?? '').replace('Bearer ', '')) ?? 0;
    if (until <= now()) return { status: 401, body: '' };
    const [, master] = /^\/api\/api-integration\/v1\/master\/(\w+)$/.exec(url.pathname) ?? [];
    if (master === undefined || !masters[master]) return { status: 404, body: '' };
    return method === 'GET' ? { status: 200, body: masters[master] } : { status: 405, body: '' };
  };
  const signIn = ({ url, headers, body }: DoubleCall): DoubleReply | undefined => {
    if (url.pathname !== '/auth/oauth2/token') return undefined;
    const { client_id: client, grant_type: grant, ...form } = Object.fromEntries(new URLSearchParams(body));
    const { clientSecret, ...user } = laborEdgeUser;
    const isKnown = client === 'nexus' && grant === 'password' && headers.authorization === `Basic ${clientSecret}`;
    if (!isKnown || Object.entries(user).some(([name, value]) => form[name] !== value)) return { status: 401, body: '' };
    const token = randomUUID();
    tokens.set(token, now() + tokenSeconds * 1000);
    return { status: 200, body: { access_token: token, refresh_token: randomUUID(), expires_in: tokenSeconds } };
  };
  return createTargetDouble({ answer, signIn, expire: () => tokens.clear(), held: () => [], change: () => false, now });
}
