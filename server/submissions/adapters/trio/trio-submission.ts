import type { SentDocument, SentSubmission } from '#server/submissions/adapter.ts';

const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

const contentTypeOf = ({ fileName }: SentDocument): string =>
  contentTypes[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

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
