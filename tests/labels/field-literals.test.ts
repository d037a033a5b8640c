import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { labeled, labeledFields } from '#domain/fields/label-words.ts';
import { catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';

const renamable = new Set(labeled.map(({ key }) => key));

/** Every default label that a customer can change, as lists and as the grid have it. */
const defaults = new Set([
  ...labeledFields.map((field) => field.default.one),
  ...jobFields.filter(({ key }) => renamable.has(key)).map(({ label }) => label),
  ...catalogueFields.filter(({ field }) => renamable.has(field)).map(({ label }) => label),
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
 * Words that name something else in these places: by word, what they mean there and where. A label is about a field of a job, and only
 * that has the customer's name.
 */
const alsoOthers: Readonly<Record<string, readonly [means: string, ...places: string[]]>> = {
  Status: [
    'the state of an engine, a target, a run, an email, a task, a ticket, an invoice, a device or an account',
    'features/ai/',
    'features/billing/',
    'features/collecting/',
    'features/mapping/mapping-runs/',
    'features/people/',
    'features/posting/statuses/',
    'features/posting/target-list.tsx',
    'features/rules/list/',
    'features/submissions/',
    'features/support/',
    'features/sync/devices/',
    'features/system/',
    'entities/facility-add/',
  ],
  Submissions: [
    'caregivers who are submitted to jobs; the field is how many a vendor takes',
    'features/submissions/',
    'features/staging/submissions/',
    'ui/screen/screen.ts',
  ],
  'ATS ID': [
    'the ID of an entry of a list of the ATS',
    'entities/mapping/',
    'features/mapping/external-shifts/',
    'features/mapping/reference-lists/',
  ],
  'First seen': ['when a status text was first seen', 'features/collecting/statuses/'],
  'Hours per week': ['the hours of a shift of the ATS', 'features/mapping/external-shifts/', 'features/mapping/reference-lists/'],
  Changed: [
    'how many texts a run changed, when a notice or a document was changed, and whether a label was',
    'features/mapping/mapping-runs/',
    'features/people/labels/',
    'features/support/',
  ],
  Posted: ['how many jobs were posted', 'features/posting/', 'features/reports/dashboard/'],
  Description: [
    'what people write about a prompt, a ticket, a document or a parser',
    'features/ai/prompts/prompt-form.tsx',
    'features/support/',
    'features/collecting/parser',
    'features/collecting/customer-parsers/',
  ],
  Title: ['the title of a field of rules', 'features/rules/fields/'],
  Task: ['a data collection task on its own screens; the field is the number of a job’s task', 'features/collecting/'],
  Alias: [
    'another name of a field, a source or a task',
    'features/rules/field-aliases/',
    'features/mapping/sources/',
    'features/collecting/tasks/',
  ],
  Note: [
    'what people write about a package or a crawler, and the text of a rule’s action',
    'features/submissions/packages/',
    'features/rules/editor/action-form.tsx',
    'entities/collect/crawler-words.ts',
  ],
  Parser: [
    'a parser on screens about parsers; the field is the name of the one that read a job',
    'features/ai/prompts/prompt-form.tsx',
    'features/support/error-configurations/',
    'features/collecting/',
  ],
  Region: ['the region of a facility in the ATS', 'features/mapping/reference-lists/', 'entities/facility-add/'],
  Country: ['the country of a shared facility', 'features/mapping/shared-facilities/'],
  Industry: ['the industry of an account, which decides labels', 'features/people/'],
  Address: ['the link of a saved view', 'features/reports/my-reports/'],
  Priority: ['how urgent a ticket is', 'features/support/desk/'],
  Source: ['the system that caregivers come from', 'features/submissions/'],
};
const isOther = (label: string, path: string): boolean => {
  const [, ...places] = alsoOthers[label] ?? [''];
  return places.some((place) => path.startsWith(`src/${place}`));
};

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

const written = files.flatMap(({ path, text }) =>
  [...text.matchAll(/\b(?:label=|aria-label=|[cC]ol\('\w+', |label: )(["'])([^"'`]+)\1/g)].flatMap(([, , label = '']) =>
    defaults.has(label) ? [{ path, label }] : [],
  ),
);

test('no screen writes the default label of a field as a literal', () => {
  const literals = written.filter(({ path, label }) => !isOther(label, path)).map(({ path, label }) => `${path}: ${label}`);
  expect(defaults.size).toBeGreaterThan(240);
  expect([...new Set(literals)].sort()).toEqual([]);
});

test('each word that may also name something else does so in each of its places', () => {
  for (const [label, [, ...places]] of Object.entries(alsoOthers))
    for (const place of places)
      expect(
        written.some((one) => one.label === label && one.path.startsWith(`src/${place}`)),
        `${label} in ${place}`,
      ).toBe(true);
});
