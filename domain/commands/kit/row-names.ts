import type { CollectionName } from '#contract/rows/rows.ts';
import type { RowNames } from './wording.ts';

/** The noun for rows of a collection, the field of a row's own name, and a phrase for one row by it (null: unknown). */
type Naming = { readonly noun: string; readonly nameField: string; readonly phrase: (name: string | null, id: number) => string };

const quoted =
  (noun: string) =>
  (name: string | null): string =>
    name === null ? `a ${noun}` : `the ${noun} “${name}”`;

/** How people call rows of the collections that changes name. */
export const namings: { readonly [C in CollectionName]?: Naming } = {
  job: { noun: 'job', nameField: 'providerJobId', phrase: (name, id) => `job ${name ?? id}` },
  jobNote: { noun: 'note', nameField: 'author', phrase: (author) => (author === null ? 'a note' : `a note of ${author}`) },
  mapValue: { noun: 'vendor text', nameField: 'text', phrase: (name) => (name ? `“${name}”` : '1 vendor text') },
  source: { noun: 'source', nameField: 'name', phrase: (name) => name ?? 'a source' },
  task: { noun: 'task', nameField: 'name', phrase: quoted('task') },
  rule: { noun: 'rule', nameField: 'name', phrase: quoted('rule') },
  goldenJob: { noun: 'pinned job', nameField: 'name', phrase: quoted('pinned job') },
  substitutionTarget: { noun: 'substitution name', nameField: 'name', phrase: quoted('substitution name') },
  customerStatus: { noun: 'status', nameField: 'name', phrase: quoted('status') },
  customerNotice: { noun: 'notice', nameField: 'name', phrase: quoted('notice') },
  assignmentRule: {
    noun: 'assignment',
    nameField: 'person',
    phrase: (person) => (person === null ? 'an assignment' : `the assignment to ${person}`),
  },
  fieldMapping: {
    noun: 'line of the field mapping',
    nameField: 'atsField',
    phrase: (name) => (name === null ? 'a line of the field mapping' : `the mapping of the ATS field ${name}`),
  },
  datasetRow: {
    noun: 'description',
    nameField: 'providerJobId',
    phrase: (job, id) => (job === null ? `description ${id}` : `the description of job ${job}`),
  },
  label: { noun: 'label', nameField: 'value', phrase: quoted('label') },
  submission: {
    noun: 'submission',
    nameField: 'caregiverId',
    phrase: (_name, id) => (id > 0 ? `submission ${id}` : 'a submission'),
  },
  submissionEntry: { noun: 'entry of a list', nameField: 'name', phrase: (name) => name || 'an entry' },
  submissionTarget: { noun: 'submission target', nameField: 'name', phrase: (name) => name ?? 'a submission target' },
  ticket: { noun: 'ticket', nameField: 'subject', phrase: quoted('ticket') },
  fieldAlias: { noun: 'field alias', nameField: 'alias', phrase: quoted('alias') },
  reportConfiguration: { noun: 'saved view', nameField: 'name', phrase: quoted('view') },
  substitutionRule: { noun: 'substitution rule', nameField: 'rule', phrase: quoted('substitution rule') },
};

type NameOf = (collection: CollectionName, id: number) => string | null;

/** Names rows in sentences. `nameOf` returns a row's own name if it is known, `labelOf` the label of a job's field. */
export const rowNamesBy = (nameOf: NameOf, labelOf: (field: string) => string): RowNames => ({
  of(collection, ids) {
    const naming = namings[collection];
    const [first] = ids;
    if (ids.length === 1 && first !== undefined && naming) return naming.phrase(nameOf(collection, first), first);
    const noun = naming?.noun ?? 'row';
    return ids.length === 1 ? `1 ${noun}` : `${ids.length.toLocaleString('en-US')} ${noun}s`;
  },
  field: (field) => withoutCapital(labelOf(field)),
});

/** A label inside a sentence. Abbreviations keep their capitals. */
const withoutCapital = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label);
