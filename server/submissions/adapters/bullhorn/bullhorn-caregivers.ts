import * as z from 'zod';
import type { Answer, CaregiverDocument, CaregiverFilter, FoundCaregiver, ReadCaregiver } from '#server/submissions/adapter.ts';
import type { TargetReply } from '#server/targets/adapter/target-http.ts';
import { readFrom } from '#server/targets/adapter/written.ts';
import { errorMessage } from '#server/targets/bullhorn/bullhorn-session.ts';
import type { Session } from '#server/targets/bullhorn/written.ts';
import { notRead } from '../kit/answers.ts';

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const Terms = z
  .object({ data: z.array(z.object({ id: z.number(), name: Text })) })
  .nullish()
  .transform((list) => list?.data[0]);
const Found = z
  .object({
    id: z.number(),
    firstName: Text,
    middleName: Text,
    lastName: Text,
    email: Text,
    phone: Text,
    status: Text,
    address: z.object({ city: Text, state: Text }).nullish(),
    categories: Terms,
    specialties: Terms,
    dateOfBirth: z.number().nullish(),
    isDeleted: z.boolean().nullish(),
  })
  .transform(({ id, address, categories, specialties, dateOfBirth, isDeleted, ...rest }) => {
    const caregiver: FoundCaregiver = {
      ...rest,
      caregiverId: String(id),
      degreeExtId: String(categories?.id ?? ''),
      degree: categories?.name ?? '',
      specialtyExtId: String(specialties?.id ?? ''),
      specialty: specialties?.name ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    };
    return { caregiver, birthDate: dayOf(dateOfBirth) ?? '', isDeleted: isDeleted === true };
  });
const Page = z.object({ data: z.array(Found) });
const Record = z.object({ data: Found });
const Files = z.object({
  EntityFiles: z.array(z.object({ id: z.number(), name: Text, type: Text, fileSize: z.number().nullish() })),
});
const Certifications = z.object({
  data: z.array(z.object({ certification: z.object({ name: Text }).nullish(), dateExpiration: z.number().nullish() })),
});
const File = z.object({ File: z.object({ fileContent: z.string() }) });

/** Bullhorn shows the first 5 rows of a list unless it is asked for more; the first one is the caregiver's main one. */
const fields =
  'id,firstName,middleName,lastName,email,phone,status,address,dateOfBirth,isDeleted,categories[5](id,name),specialties[5](id,name)';

const unread = (answer: TargetReply): Answer<never> => notRead(errorMessage(answer) ?? `Bullhorn answered ${answer.status}`);

/** Signs of the search index are taken as text, and a name matches by its beginning. */
const beginning = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => `${word.replaceAll(/[+\-&|!(){}[\]^"~*?:\\/]/g, '\\$&')}*`)
    .join(' AND ');

function queryOf({ firstName, lastName, middleName, email }: CaregiverFilter): string {
  const names = Object.entries({ firstName, lastName, middleName }).filter(([, text]) => text.trim() !== '');
  const clauses = names.map(([field, text]) => `${field}:(${beginning(text.trim())})`);
  const address = email.trim();
  if (address !== '') clauses.push(`email:"${address.replaceAll(/["\\]/g, '\\$&')}"`);
  return ['isDeleted:0', ...clauses].join(' AND ');
}

/**
 * The caregivers that a filter names. An id is read from the database; names and email addresses from the index, which lags behind, so a
 * caregiver who was added a moment ago is found by the id alone.
 */
export async function searchCandidates(
  session: Session,
  filter: CaregiverFilter,
  most: number,
): Promise<Answer<readonly FoundCaregiver[]>> {
  const id = filter.caregiverId.trim();
  if (id !== '') {
    const read = await readRecord(session, id);
    return read.kind === 'done' ? { kind: 'done', value: read.value === null ? [] : [read.value.caregiver] } : read;
  }
  return readFrom<Answer<readonly FoundCaregiver[]>>(async () => {
    const query = new URLSearchParams({ query: queryOf(filter), fields, count: String(most), sort: 'lastName' });
    const answer = await session.call('GET', `search/Candidate?${query.toString()}`);
    const page = Page.safeParse(answer.body);
    if (answer.status >= 400 || !page.success) return unread(answer);
    return { kind: 'done', value: page.data.data.map(({ caregiver }) => caregiver) };
  }, notRead);
}

type Read = z.infer<typeof Found>;

/** A candidate as the database has it; null if it is not there or was deleted. */
const readRecord = (session: Session, id: string): Promise<Answer<Read | null>> =>
  readFrom<Answer<Read | null>>(async () => {
    const nothing = { kind: 'done', value: null } as const;
    if (!/^\d{1,9}$/.test(id)) return nothing;
    const answer = await session.call('GET', `entity/Candidate/${id}?fields=${fields}`);
    if (answer.status === 404) return nothing;
    const record = Record.safeParse(answer.body);
    if (answer.status >= 400 || !record.success) return unread(answer);
    return record.data.data.isDeleted ? nothing : { kind: 'done', value: record.data.data };
  }, notRead);

/** One caregiver with documents, read from the database. Null as a value: it is not there or was deleted. */
export async function readCandidate(session: Session, id: string): Promise<Answer<ReadCaregiver | null>> {
  const read = await readRecord(session, id);
  if (read.kind !== 'done') return read;
  if (read.value === null) return { kind: 'done', value: null };
  const { caregiver, birthDate } = read.value;
  const documents = await readFrom<Answer<readonly CaregiverDocument[]>>(() => readFiles(session, id), notRead);
  if (documents.kind !== 'done') return documents;
  return { kind: 'done', value: { ...caregiver, fields: { birthDate }, documents: documents.value } };
}

/** The day of Bullhorn's milliseconds, as YYYY-MM-DD. */
function dayOf(milliseconds: number | null | undefined): string | null {
  return typeof milliseconds === 'number' ? new Date(milliseconds).toISOString().slice(0, 10) : null;
}

/** The files of a caregiver. One is valid as long as the caregiver's certification of the same name. */
async function readFiles(session: Session, id: string): Promise<Answer<readonly CaregiverDocument[]>> {
  const answer = await session.call('GET', `entityFiles/Candidate/${id}`);
  const files = Files.safeParse(answer.body);
  if (answer.status >= 400 || !files.success) return unread(answer);
  const expires = await readExpirations(session, id);
  if (!(expires instanceof Map)) return expires;
  const value = files.data.EntityFiles.map(({ id: fileId, name, type, fileSize }) => ({
    id: String(fileId),
    typeExtId: type,
    name: type,
    fileName: name,
    size: fileSize ?? null,
    expiresOn: expires.get(type.toLowerCase()) ?? null,
  }));
  return { kind: 'done', value };
}

/** The last day of each certification, by its name in lower case. */
async function readExpirations(session: Session, id: string): Promise<Map<string, string> | Answer<never>> {
  const query = new URLSearchParams({
    where: `candidate.id=${id}`,
    fields: 'id,certification(name),dateExpiration',
    count: '200',
  });
  const answer = await session.call('GET', `query/CandidateCertification?${query.toString()}`);
  const page = Certifications.safeParse(answer.body);
  if (answer.status >= 400 || !page.success) return unread(answer);
  const days = new Map<string, string>();
  for (const { certification, dateExpiration } of page.data.data) {
    const day = dayOf(dateExpiration);
    const name = certification?.name.toLowerCase() ?? '';
    // A renewed certification counts with its later day.
    if (day !== null && day > (days.get(name) ?? '')) days.set(name, day);
  }
  return days;
}

/** The bytes of a file. */
export const readCandidateFile = (session: Session, caregiverId: string, documentId: string): Promise<Answer<Uint8Array>> =>
  readFrom<Answer<Uint8Array>>(async () => {
    const answer = await session.call('GET', `file/Candidate/${caregiverId}/${documentId}`);
    if (answer.status === 404) return { kind: 'refused', words: 'The document is no longer there.' };
    const file = File.safeParse(answer.body);
    if (answer.status >= 400 || !file.success) return unread(answer);
    return { kind: 'done', value: Buffer.from(file.data.File.fileContent, 'base64') };
  }, notRead);
