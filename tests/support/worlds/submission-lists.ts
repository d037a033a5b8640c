import { getRole } from '#contract/people/users.ts';
import { uploadSubmissionDegrees, uploadSubmissionDocuments, uploadSubmissionSpecialties } from '#contract/submissions/lists.ts';
import { listSubmissionTargets, removeSubmissionTarget, saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { ApiClient, demo } from '../api-client.ts';

const degrees = 'Name,Id\nRegistered Nurse,1001\nLicensed Practical Nurse,1002\n';
const specialties = 'Name,Id,Degree\nICU,2001,1001\nMed Surg,2002,1001\nLabor and Delivery,2003,1001\nLong Term Care,2004,1002\n';
const documents = 'Name,Id,GroupName\nBLS card,BLS,Certifications\nState license,LIC,Licenses\nResume,CV,Papers\n';

const uploads = [
  [uploadSubmissionDegrees, degrees],
  [uploadSubmissionSpecialties, specialties],
  [uploadSubmissionDocuments, documents],
] as const;

const nothing = new Uint8Array();

/** Removes the submission targets of the demo agency, which have lists and mappings already. */
async function removeTargetsOfDemo(address: string, me: number): Promise<void> {
  const provider = new ApiClient(address);
  await provider.signIn(...demo.provider);
  await provider.confirm(demo.provider[1]);
  for (const { id, name } of await provider.call(listSubmissionTargets, { me }))
    await provider.call(removeSubmissionTarget, { me, id, name });
}

/**
 * An ATS and a job board as the only submission targets of the demo agency, with lists from files. Nothing is asked of their systems.
 */
export async function addSubmissionTargets(address: string): Promise<{ source: number; destination: number }> {
  const api = new ApiClient(address);
  await api.signIn(...demo.administrator);
  await api.confirm(demo.administrator[1]);
  await removeTargetsOfDemo(address, (await api.call(getRole, {})).customerId);
  const ats = {
    systemId: 8,
    name: 'Our Bullhorn',
    orgKey: 'harborview.api',
    secret: 'not a secret',
    site: 'https://ats.example',
  };
  const board = { systemId: 62, name: 'Coastal board' };
  const [source, destination] = [
    await api.call(saveSubmissionTarget, { ...ats, settings: {} }),
    await api.call(saveSubmissionTarget, { ...board, settings: {} }),
  ];
  for (const { id } of [source, destination])
    for (const [endpoint, text] of uploads) {
      const file = new File([text], 'list.csv', { type: 'text/csv' });
      await api.call(endpoint, { target: id, cust: 'me', file: nothing, fileName: file.name }, file);
    }
  return { source: source.id, destination: destination.id };
}
