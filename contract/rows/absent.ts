import type { CollectionName } from './rows.ts';

/** What a sentence calls a row of each collection. */
const nouns: Readonly<Record<CollectionName, string>> = {
  crawler: 'collector',
  target: 'target',
  source: 'source',
  task: 'data collection task',
  atsValue: 'ATS value',
  mapValue: 'mapping row',
  rule: 'rule',
  substitutionTarget: 'substitution target',
  substitutionRule: 'substitution rule',
  goldenJob: 'pinned job',
  fieldAlias: 'field alias',
  reportConfiguration: 'saved view',
  customerStatus: 'status',
  customerNotice: 'notice',
  rateFloor: 'rate floor',
  assignmentRule: 'assignment',
  fieldMapping: 'line of the field mapping',
  flexMapping: 'flex mapping',
  job: 'job',
  jobNote: 'note',
  ticket: 'ticket',
  ticketComment: 'answer',
  ticketQuestion: 'support question',
  label: 'label',
  generalLabel: 'general label',
  submissionTarget: 'submission target',
  submission: 'submission',
  submissionEntry: 'entry of a submission list',
  submissionPackage: 'package',
  submissionPair: 'step of a mapping',
  submissionDocumentStep: 'step of a mapping of documents',
  submissionDictionaryStep: 'mapping of dictionaries',
  jrEntry: 'entry of Jobdock’s own lists',
  datasetRow: 'row of the dataset',
};

/** The refusal of a call that names something that does not exist, with a sentence that says what. */
export type Absent = { kind: 'not_found'; what: string };

/** The refusal for an id that belongs to no row, in the words of a person: `noun` is a collection or what the row is called. */
export const absent = (noun: CollectionName | (string & {}), id: number | string): Absent => ({
  kind: 'not_found',
  what: `There is no ${noun in nouns ? nouns[noun as CollectionName] : noun} with the id ${id}.`,
});
