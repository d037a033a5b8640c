import * as z from 'zod';
import type { Answer, SentDocument } from '#server/submissions/adapter.ts';
import { writtenBy } from '#server/targets/adapter/written.ts';
import { errorMessage } from '#server/targets/bullhorn/bullhorn-session.ts';
import type { Session } from '#server/targets/bullhorn/written.ts';
import { answerOf } from '../kit/answers.ts';
import { contentTypeOf } from '../kit/content-type.ts';

const Added = z.object({ fileId: z.number() });

/** Adds a file to a candidate, as the `file` page of Bullhorn's REST reference says. Its value is Bullhorn's id of the file. */
export async function addCandidateFile(session: Session, caregiverId: string, document: SentDocument): Promise<Answer<string>> {
  if (!/^\d{1,9}$/.test(caregiverId)) return { kind: 'refused', words: 'Bullhorn has no caregiver with this ID.' };
  const { typeExtId, name, fileName, content } = document;
  const body = {
    externalID: 'Portfolio',
    fileType: 'SAMPLE',
    name: fileName,
    type: typeExtId,
    description: name,
    contentType: contentTypeOf(document),
    fileContent: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64'),
  };
  const written = await writtenBy<string>(
    { name: 'Bullhorn', read: (reply) => Added.safeParse(reply.body).data?.fileId.toString(), wordsOf: errorMessage },
    () => session.call('PUT', `file/Candidate/${caregiverId}`, body),
  );
  return answerOf(written);
}
