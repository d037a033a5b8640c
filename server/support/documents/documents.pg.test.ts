import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listDocuments,
  readDocument,
  removeDocument,
  saveDocument,
  taxFormId,
  uploadDocument,
} from '#contract/support/documents.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let viewer: string;
beforeAll(async () => {
  service = await startTestService();
  [admin, viewer] = await Promise.all([service.signIn('administrator'), service.signIn('viewer')]);
});
afterAll(() => service.close());

const pdf = new TextEncoder().encode('%PDF-1.7\nnothing more\n%%EOF');
const list = (type: 1 | 3, token = viewer) => service.call(listDocuments, { type }, token);
const upload = (args: object, token = admin) => service.send(uploadDocument, { file: pdf, fileName: 'a.pdf', ...args }, token);
async function textOf(bytes: Uint8Array): Promise<string> {
  const loading = getDocument({ data: bytes, verbosity: 0 });
  const document = await loading.promise;
  expect(document.numPages).toBe(1);
  const { items } = await (await document.getPage(1)).getTextContent();
  await loading.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

test('the tax form is a PDF file that says it is a sample, until the provider has its own', async () => {
  expect(await list(1)).toMatchObject([{ id: taxFormId, name: 'Tax form', fileName: 'sample-tax-form.pdf', isSample: true }]);
  const sample = await service.call(readDocument, { id: taxFormId }, viewer);
  expect(sample.fileName).toBe('sample-tax-form.pdf');
  const bytes = Uint8Array.from(Buffer.from(sample.bytes, 'base64'));
  expect((await list(1))[0]?.size).toBe(bytes.byteLength);
  expect(await textOf(bytes)).toContain('This page is a sample of Jobdock. It is no tax form and must not be filed.');
  expect(await upload({ id: taxFormId, fileName: 'C:\\forms\\W-9 <2026>.pdf' })).toMatchObject({
    status: 200,
    body: { fileName: 'W-9 2026.pdf', size: pdf.byteLength, isSample: false },
  });
  const own = await service.call(readDocument, { id: taxFormId }, viewer);
  expect([own.fileName, Buffer.from(own.bytes, 'base64').equals(pdf)]).toEqual(['W-9 2026.pdf', true]);
  expect((await service.send(removeDocument, { id: taxFormId }, admin)).status).toBe(409);
});

test('a document is shown to people once it has a file', async () => {
  const { id } = await service.call(saveDocument, { id: 0, type: 1, name: 'Guide', description: 'How to start' }, admin);
  expect([(await list(1, admin)).map(({ name }) => name), (await list(1)).map(({ name }) => name)]).toEqual([
    ['Guide', 'Tax form'],
    ['Tax form'],
  ]);
  expect((await service.send(readDocument, { id }, viewer)).status).toBe(404);
  expect(await upload({ id, fileName: '' })).toMatchObject({ status: 200, body: { fileName: 'Guide.pdf' } });
  expect((await list(1)).map(({ name }) => name)).toEqual(['Guide', 'Tax form']);
  await service.call(saveDocument, { id, type: 1, name: 'Guide 2', description: '' }, admin);
  expect((await service.call(readDocument, { id }, viewer)).fileName).toBe('Guide.pdf');
  await service.call(removeDocument, { id }, admin);
  expect((await service.send(readDocument, { id }, viewer)).status).toBe(404);
});

test('a video is a link to a web page, and nothing else', async () => {
  const video = { id: 0, type: 3, name: 'Mapping in 3 minutes', link: 'https://videos.example/watch?v=1' } as const;
  const { id } = await service.call(saveDocument, video, admin);
  expect(await list(3)).toMatchObject([{ id, link: video.link, fileName: null }]);
  for (const link of ['javascript:alert(1)', 'ftp://a.example/x', 'videos.example', null])
    expect((await service.send(saveDocument, { ...video, id, link }, admin)).body).toMatchObject({
      fields: { link: expect.stringMatching(/address/) as string },
    });
  expect((await service.send(saveDocument, { id: 0, type: 1, name: 'X', link: video.link }, admin)).body).toMatchObject({
    fields: { link: 'A document has a file. Remove the address, or add a video.' },
  });
  // A video stays one.
  expect((await service.send(saveDocument, { id, type: 1, name: 'X' }, admin)).status).toBe(404);
  expect((await upload({ id })).status).toBe(404);
});

test('only PDF files of up to 10 MB are taken', async () => {
  const refused = 'This is no PDF file. Save the document as PDF, then upload it.';
  for (const file of [new TextEncoder().encode('MZ\u0000program'), new TextEncoder().encode('<html>')])
    expect((await upload({ id: taxFormId, file, fileName: 'form.pdf' })).body).toMatchObject({ fields: { file: refused } });
  const large = new Uint8Array(10_000_001);
  large.set(pdf);
  expect(await upload({ id: taxFormId, file: large })).toMatchObject({ status: 413, body: { kind: 'too_large' } });
});

test('only administrators of the provider change documents', async () => {
  expect((await service.send(saveDocument, { id: 0, type: 1, name: 'X' }, viewer)).status).toBe(403);
  expect((await upload({ id: taxFormId }, viewer)).status).toBe(403);
  expect((await service.send(removeDocument, { id: 100 }, viewer)).status).toBe(403);
});

test('the activity says who added, replaced and removed which document', async () => {
  const reader = createLineReader(service);
  const line = await reader.lineOf(saveDocument, { id: 0, type: 1, name: 'Terms', description: '' }, admin);
  const id = Number(line.object_id);
  expect(line).toMatchObject({ object_kind: 'supportDocument', detail: { name: 'Terms' } });
  expect(await reader.lineOf(uploadDocument, { id, file: pdf, fileName: 'terms.pdf' }, admin)).toMatchObject({
    detail: { changed: { fileName: [null, 'terms.pdf'] } },
  });
  expect(await reader.lineOf(removeDocument, { id }, admin)).toMatchObject({ detail: { name: 'Terms' } });
});
