import type { ActivityLine } from './activity-line.ts';
import { fact, named, removed, type Saying, saved, worked } from './say.ts';

const target = (line: ActivityLine): string => named(line, 'submission target');
const listNames: Readonly<Record<string, string>> = { degree: 'degrees', specialty: 'specialties', document: 'document types' };
const list = (line: ActivityLine): string => listNames[fact(line, 'list')] ?? 'a list';
const quoted = (line: ActivityLine, key: string): string => `“${fact(line, key)}”`;
const onTarget = (say: (line: ActivityLine) => string): Saying => worked('submissionTarget', say);

/** Names with the verb that they got, where there are any. */
const switched = (line: ActivityLine): string => {
  const on = fact(line, 'on');
  const off = fact(line, 'off');
  return [on && `activated ${on}`, off && `deactivated ${off}`].filter(Boolean).join(' and ');
};

/** The sentences of calls about submissions. */
export const submissionSentences: Readonly<Record<string, Saying>> = {
  'submission.send': worked('submission', (line) => `put a caregiver forward for the job ${fact(line, 'job')}`),
  'submission.resend': worked('submission', (line) => `sent the submission for the job ${fact(line, 'job')} again`),
  'submission.preview': onTarget((line) => `previewed the packet of a submission for the job ${fact(line, 'job')}`),
  'submission.decide': worked('submission', (line) =>
    fact(line, 'decision') === 'there'
      ? `noted that the submission for the job ${fact(line, 'job')} is at its destination`
      : `took back the submission for the job ${fact(line, 'job')}`,
  ),
  'submission.status': worked('submission', (line) => `read the status of a submission: ${fact(line, 'status')}`),
  'submission.target.save': saved('submissionTarget', 'submission target'),
  'submission.target.remove': removed('submissionTarget', 'submission target'),
  'submission.target.activate': onTarget(switched),
  'submission.target.check': onTarget(
    (line) =>
      `checked the credentials of ${fact(line, 'name')}: ${line.facts['accepted'] === true ? 'accepted' : 'not accepted'}`,
  ),
  'submission.target.subscribe': onTarget((line) => `subscribed to the submissions of ${target(line)}`),
  'submission.list.sync': onTarget((line) =>
    fact(line, 'name') === '' ? 'began to sync the lists of all submission targets' : `began to sync lists of ${target(line)}`,
  ),
  'submission.list.upload': onTarget((line) => `uploaded ${list(line)} of ${target(line)}`),
  'submission.list.decide': onTarget((line) =>
    fact(line, 'choice') === 'apply' ? `took over ${list(line)} of ${target(line)}` : `kept ${list(line)} of ${target(line)}`,
  ),
  'submission.dictionary.save': onTarget((line) => `saved the dictionary entry ${quoted(line, 'name')}`),
  'submission.dictionary.remove': onTarget((line) => `removed the dictionary entry ${quoted(line, 'name')}`),
  'submission.dictionary.map': onTarget((line) => `mapped the dictionary entry ${quoted(line, 'name')} to ${quoted(line, 'to')}`),
  'submission.dictionary.unmap': onTarget((line) => `removed a mapping of the dictionary entry ${quoted(line, 'name')}`),
  'submission.mapping.save': onTarget((line) => `mapped ${quoted(line, 'pair')} for submissions`),
  'submission.mapping.remove': onTarget((line) => `removed the mapping of ${quoted(line, 'pair')} for submissions`),
  'submission.mapping.accept': onTarget((line) => `accepted ${fact(line, 'steps')} of the mapping for submissions`),
  'submission.mapping.undo': onTarget((line) => `undid ${fact(line, 'steps')} of the mapping for submissions`),
  'submission.document.add': onTarget((line) => `added the document ${quoted(line, 'document')} to a caregiver`),
  'submission.document.name': worked(
    'submissionDocument',
    (line) => `saved the document ${quoted(line, 'name')} in Jobdock’s own list`,
  ),
  'submission.document.map': onTarget((line) =>
    fact(line, 'to') === ''
      ? `mapped the document ${quoted(line, 'name')}`
      : `mapped the document ${quoted(line, 'name')} to ${quoted(line, 'to')}`,
  ),
  'submission.document.unmap': onTarget((line) => `removed a mapping of documents: ${fact(line, 'name')}`),
  'submission.login.save': worked('user', (line) => `saved a sign-in of ${named(line, 'person')} to ${fact(line, 'target')}`),
  'submission.login.remove': worked('user', (line) => `removed a sign-in of ${named(line, 'person')} to ${fact(line, 'target')}`),
};
