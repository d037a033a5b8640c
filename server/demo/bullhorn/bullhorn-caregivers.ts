import { faultAfter } from '../double-kit/target-double.ts';
import { always, type Condition, type RestCall, shownCandidate } from './bullhorn-call.ts';
import type { BullhornRecord } from './bullhorn-records.ts';
import { json } from './bullhorn-wire.ts';

const notFound = { errorMessage: 'Entity not found', errorCode: 404 };

/** Answers calls for a candidate with files and for submissions. Returns false for any other call. */
export function answerCaregivers(call: RestCall, area: string, entity: string, id: string, field: string): boolean {
  if (entity === 'JobSubmission' && area === 'entity') submission(call, id);
  else if (entity !== 'Candidate') return false;
  else if (area === 'entity') candidate(call, Number(id));
  else if (area === 'entityFiles') files(call, Number(id));
  else if (area === 'file' && call.request.method === 'PUT') addFile(call, Number(id));
  else if (area === 'file') file(call, Number(id), Number(field));
  else return false;
  return true;
}

function candidate({ records, response, url }: RestCall, id: number): void {
  const found = records.candidates.find((one) => one.id === id);
  if (!found) return json(response, 404, notFound);
  json(response, 200, { data: shownCandidate(found, url) });
}

function files({ records, response }: RestCall, id: number): void {
  if (!records.candidates.some((one) => one.id === id)) return json(response, 404, notFound);
  json(response, 200, { EntityFiles: records.files.of(id).map(({ bytes, ...shown }) => ({ ...shown, fileSize: bytes.length })) });
}

function file({ records, response }: RestCall, id: number, fileId: number): void {
  const found = records.files.of(id).find((one) => one.id === fileId);
  if (!found) return json(response, 404, notFound);
  const { name, contentType, bytes } = found;
  json(response, 200, { File: { name, contentType, fileContent: bytes.toString('base64') } });
}

/** What Bullhorn requires of a new file. */
const requiredOfFile = ['externalID', 'fileContent', 'fileType', 'name'] as const;

/** Adds a file to a candidate. Like Bullhorn, it takes one that is there already once more. */
function addFile({ records, response, body, faults }: RestCall, id: number): void {
  if (!records.candidates.some((one) => one.id === id)) return json(response, 404, notFound);
  const sent = JSON.parse(body) as Record<string, string>;
  const missing = requiredOfFile.find((name) => (sent[name] ?? '') === '');
  if (missing !== undefined)
    return json(response, 400, { errorMessage: `required property ${missing} may not be null`, errorCode: 400 });
  const [contentType = '', contentSubType = ''] = (sent['contentType'] ?? '').split('/');
  const { name = '', type = '', fileContent = '' } = sent;
  const added = { name, type, contentType, contentSubType, bytes: Buffer.from(fileContent, 'base64') };
  const fileId = records.files.add(id, added);
  if (faultAfter(faults, response)) return;
  json(response, 200, { fileId });
}

/** The longest status of a submission. */
const longestStatus = 30;

function submission({ request, response, records, body, faults }: RestCall, id: string): void {
  if (request.method === 'GET') {
    const found = records.submissions.find((one) => one.id === Number(id));
    return found ? json(response, 200, { data: found }) : json(response, 404, notFound);
  }
  const sent = JSON.parse(body) as Record<string, unknown>;
  const { status } = sent;
  if (typeof status === 'string' && status.length > longestStatus)
    return json(response, 400, { errorMessage: `status is longer than ${longestStatus} characters`, errorCode: 400 });
  if (request.method === 'POST') {
    if (!records.editSubmission(Number(id), sent)) return json(response, 404, notFound);
    if (faultAfter(faults, response)) return;
    return json(response, 200, { changedEntityId: Number(id), changedEntityType: 'JobSubmission', changeType: 'UPDATE' });
  }
  const missing = ['candidate', 'jobOrder'].find((name) => sent[name] === undefined);
  if (missing !== undefined)
    return json(response, 400, { errorMessage: `required property ${missing} may not be null`, errorCode: 400 });
  const made = records.addSubmission(sent);
  if (faultAfter(faults, response)) return;
  json(response, 200, { changedEntityId: made, changedEntityType: 'JobSubmission', changeType: 'INSERT' });
}

/** `candidate.id=7` matches the rows of a candidate. Any other condition matches every row. */
export function ofCandidate(where: string): Condition {
  const [, id] = /^candidate\.id=(\d+)$/.exec(where) ?? [];
  return id === undefined ? always : (row) => (row['candidate'] as { id: number } | undefined)?.id === Number(id);
}

/**
 * A search for caregivers: `isDeleted:0`, then `field:(word* AND word*)` for the beginnings of words of a name and `email:"…"`, joined by
 * AND. Any other query matches every row.
 */
export function isCaregiverQuery(query: string): Condition {
  if (!query.startsWith('isDeleted:0') || query.includes('NOT status')) return always;
  const wanted = Array.from(
    query.matchAll(/(firstName|lastName|middleName):\(([^)]*)\)|email:"([^"]*)"/g),
    ([, field, words, email]) => ({
      field: field ?? 'email',
      words: (words ?? '').split(' AND ').map((word) => word.replaceAll(/[\\*]/g, '').toLowerCase()),
      email: email?.toLowerCase(),
    }),
  );
  return (row: BullhornRecord) =>
    row['isDeleted'] !== true &&
    wanted.every(({ field, words, email }) => {
      const held = row[field];
      const value = typeof held === 'string' ? held.toLowerCase() : '';
      return email === undefined
        ? words.every((word) => value.split(/\s+/).some((one) => one.startsWith(word)))
        : value === email;
    });
}
