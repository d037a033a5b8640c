import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { labeledFields } from '#domain/fields/label-words.ts';
import { catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';

/** Every default label of a field, as lists and as the grid have it. */
const defaults = new Set([
  ...labeledFields.map((field) => field.default.one),
  ...[...jobFields, ...catalogueFields].map(({ label }) => label),
  'Facility',
  'Degree',
  'Specialty',
  'Shift',
]);

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/**
 * Words that name something else as well: the state of a task, a ticket or an invoice, the description of a rule, an id of a list. A
 * label is about a field of a job only where the rest of its screen is, which no pattern sees.
 */
const alsoOthers = new Set([
  'Status',
  'Submissions',
  'ID',
  'ATS ID',
  'Description',
  'Title',
  'Changed',
  'Task',
  'Alias',
  'Note',
  'Notes',
  'Parser',
  'Region',
  'Country',
  'Industry',
  'Address',
  'Priority',
  'Attachments',
  'Posted',
  'Canceled',
  'Positions',
  'Hours per week',
  'First seen',
  'Source',
]);
/** These add the customer's name, or say the name where no one changed it. */
const givesDefault: ReadonlySet<string> = new Set([
  'src/entities/collect/feed-fields.ts',
  'src/features/reports/kit/field-name.ts',
  'src/features/staging/panel/history/history-labels.ts',
]);

test('only what gives the default asks for it: screens ask for the customer’s names of fields', () => {
  const asking = files.filter(({ text }) => /import \{[^}]*\bfieldLabel\b[^}]*\} from '#domain\/job-list\/job-fields/.test(text));
  expect(asking.map(({ path }) => path).sort()).toEqual([...givesDefault]);
  const types = files.filter(({ text }) => /import \{[^}]*\bworkTypes\b[^}]*\} from '#domain/.test(text));
  expect(types.map(({ path }) => path)).toEqual([]);
});

test('no screen writes the default label of a field as a literal', () => {
  const written = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:label=|[cC]ol\('\w+', |label: )(["'])([^"'`]+)\1/g)].flatMap(([, , label = '']) =>
      defaults.has(label) && !alsoOthers.has(label) ? [`${path}: ${label}`] : [],
    ),
  );
  expect(defaults.size).toBeGreaterThan(250);
  expect([...new Set(written)].sort()).toEqual([]);
});
