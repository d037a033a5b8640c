import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import { type Answer, noCapability, type SubmissionConnector } from '#server/submissions/adapter.ts';
import { readFrom } from '#server/targets/adapter/written.ts';
import { bullhornList, readsAll } from '#server/targets/bullhorn/bullhorn-lists.ts';
import { BullhornSession, errorMessage } from '#server/targets/bullhorn/bullhorn-session.ts';
import type { Session } from '#server/targets/bullhorn/written.ts';
import { notRead } from '../kit/answers.ts';
import { pairOf } from '../kit/two-in-one.ts';
import { addCandidateFile } from './add-file.ts';
import { atsSubmissions } from './ats-submissions.ts';
import { readCandidate, readCandidateFile, searchCandidates } from './bullhorn-caregivers.ts';

const discovery = 'https://rest.bullhornstaffing.com/rest-services/loginInfo';
const noClient =
  'Enter the client ID and the username as “client ID:username”, and the client secret and the password as “client secret:password”.';

/**
 * Opens Bullhorn as a source: its candidates with their files, its lists, and the submissions that people make there. `orgKey` holds the
 * client ID and the username, the secret the client secret and the password, each with a colon between. `site` is the discovery address;
 * blank: Bullhorn's own.
 */
export const bullhornSubmissionConnector: SubmissionConnector = ({ orgKey, secret, site }, { send, clock }) => {
  const [clientId, username] = pairOf(orgKey);
  const [clientSecret, password] = pairOf(secret);
  const credentials = { loginInfoUrl: site === '' ? discovery : site, username, password, clientId, clientSecret };
  const session = new BullhornSession(credentials, send, clock);
  const ats = atsSubmissions(session);
  return {
    ...noCapability,
    checkCredentials: async () =>
      clientId === '' || clientSecret === '' ? { kind: 'refused', words: noClient } : check(session),
    lists: { kinds: ['degree', 'specialty'], dictionaries: [], read: (kind) => readList(session, kind) },
    searchCaregivers: (filter, most) => searchCandidates(session, filter, most),
    readCaregiver: (id) => readCandidate(session, id),
    readDocument: (caregiverId, documentId) => readCandidateFile(session, caregiverId, documentId),
    addDocument: (caregiverId, document) => addCandidateFile(session, caregiverId, document),
    listen: async (name) => {
      const subscribed = await ats.events(name, null);
      return subscribed.kind === 'done' ? { kind: 'done', value: name } : subscribed;
    },
    ats,
  };
};

const check = (session: Session): Promise<Answer<null>> =>
  readFrom<Answer<null>>(
    async () => {
      const answer = await session.call('GET', 'ping');
      return answer.status === 200
        ? { kind: 'done', value: null }
        : { kind: 'refused', words: errorMessage(answer) ?? `Bullhorn answered ${answer.status}` };
    },
    (words) => ({ kind: 'refused', words }),
  );

async function readList(session: Session, kind: string): Promise<Answer<readonly ListedEntry[]>> {
  if (kind !== 'degree' && kind !== 'specialty')
    return { kind: 'refused', words: 'Bullhorn has no such list. Upload it as a file.' };
  const rows = await bullhornList(session, kind, readsAll);
  if (!rows) return notRead('Bullhorn did not show this list');
  const nothing = { groupName: '', custom1: '', custom2: '' };
  const value = rows.map(({ extId, name, parentId }) => ({ extId, name, degreeExtId: parentId ?? '', ...nothing }));
  return { kind: 'done', value };
}
