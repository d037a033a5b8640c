import type { SentSubmission } from '#server/submissions/adapter.ts';
import { contentTypeOf } from '../kit/content-type.ts';

/** The one request of a submission: its job, its candidate, values of dictionaries, and each document with its type. */
export async function packedSubmission({ providerJobId, extCaregiverId, documents, fields }: SentSubmission) {
  const form = new FormData();
  form.append('JobNumber', providerJobId);
  form.append('CandidateNumber', extCaregiverId ?? '');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const document of documents) {
    form.append('DocumentTypes', document.typeExtId);
    const blob = new Blob([new Uint8Array(document.content)], { type: contentTypeOf(document) });
    form.append('Documents', blob, document.fileName);
  }
  const packed = new Response(form);
  return { body: Buffer.from(await packed.arrayBuffer()), contentType: packed.headers.get('content-type') ?? '' };
}
