import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import { noCapability, type SubmissionConnector } from '#server/submissions/adapter.ts';
import { askTarget } from '#server/targets/adapter/target-http.ts';
import { laborEdgeMasters } from '#server/targets/labor-edge/labor-edge-adapter.ts';
import { notRead } from '../kit/answers.ts';
import { pairOf } from '../kit/two-in-one.ts';

const masterOf: Readonly<Partial<Record<SubmissionListKind, string>>> = {
  degree: 'professions',
  specialty: 'specialties',
  document: 'documenttypes',
};
const nothing = { groupName: '', degreeExtId: '', custom1: '', custom2: '' };
const address = 'https://api-nexus.laboredge.com:9000';

/**
 * LaborEdge Nexus as a source, as far as its calls are known: its lists. Its search of candidates, its documents and its webhooks are known
 * by their addresses only, so they are absent here. `site` is the organization code, after an address (`https://host/CODE`) if the agency has
 * its own; the secret is the client key, a colon, the password.
 */
export const laborEdgeConnector: SubmissionConnector = ({ orgKey, secret, site }, { send, clock }) => {
  const [clientSecret, password] = pairOf(secret);
  const own = URL.canParse(site) ? new URL(site) : null;
  const organizationCode = own ? own.pathname.replaceAll('/', '') : site;
  const place = { url: own?.origin ?? address, username: orgKey, password, clientSecret, organizationCode };
  const masters = laborEdgeMasters(askTarget(send, clock), place);
  return {
    ...noCapability,
    checkCredentials: async () => {
      const checked = await masters.check();
      return checked.kind === 'ok' ? { kind: 'done', value: null } : { kind: 'refused', words: checked.words };
    },
    lists: {
      kinds: ['degree', 'specialty', 'document'],
      dictionaries: [],
      read: async (kind) => {
        const rows = await masters.list(masterOf[kind] ?? '');
        if (!rows) return notRead('LaborEdge did not show this list');
        return { kind: 'done', value: rows.map((row) => ({ ...row, ...nothing })) };
      },
    },
  };
};
