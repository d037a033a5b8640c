import { expect, test } from 'vitest';
import { FeedField } from '#contract/collecting/column-mapping.ts';
import { orderOf, usualName } from '#domain/activity/order-of.ts';
import { catalogueName, labeled, labeledFields, labelOfField } from '#domain/fields/label-words.ts';
import { labelsFrom } from '#domain/fields/labels.ts';
import { catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import { fieldNames } from '#domain/job-list/field-names.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { jobSheet } from '#domain/reports/exports/job-sheet.ts';
import { jobsReport } from '#domain/reports/jobs/jobs-report.ts';
import { namedReport } from '#domain/reports/kit/report.ts';
import { reports } from '#domain/reports/reports.ts';
import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { feedFieldGroups, feedFieldLabel } from '#src/entities/collect/feed-fields.ts';
import { jobColumns } from '#src/entities/job/job-columns.tsx';
import { fieldNameIn } from '#src/features/reports/kit/field-name.ts';
import { fieldChoices } from '#src/features/rules/field-aliases/field-alias.ts';
import { mappedFlags, textBoxes, workTypeChoices } from '#src/features/staging/filter/filter-choices.ts';
import { historyLine, labelOf } from '#src/features/staging/panel/history/history-labels.ts';
import { createFormat } from '#src/ui/format/create-format.ts';
import { defaultFormat } from '#src/ui/format/format.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';

/** Every field and word has a name that nothing else has. */
const rows = labeled.map(({ key }) => ({ fieldKey: key, value: `Qz ${key}`, plural: `Qz ${key} several` }));
const names = fieldNames(labelsFrom({ own: rows, general: [], targetId: null, industryId: 2 }));
const known = new Set(labeled.map(({ key }) => key));
const isRenamed = (text: string): boolean => /qz/i.test(text);

const columns = jobColumns({
  format: createFormat(defaultFormat),
  names,
  nowMs: 0,
  mayEdit: true,
  mayMap: () => true,
  isNeeded: () => true,
  onEdit: () => undefined,
});

test('with every field renamed, no column of the grid has a default label', () => {
  const ofFields = [...jobFields, ...catalogueFields.map((field) => ({ ...field, key: field.key, field: field.field }))].filter(
    (field) => known.has('field' in field ? field.field : field.key),
  );
  const byKey = new Map(columns.map(({ key, label }) => [key, label]));
  expect(ofFields.length).toBeGreaterThan(240);
  for (const { key } of ofFields) expect(isRenamed(byKey.get(key) ?? ''), key).toBe(true);
});

test('queries name every field as the customer does, and go on to understand keys, short names and usual words', () => {
  const schema = jobQuerySchema(null, 20_000, new Map(), undefined, names);
  const named = schema.fields.filter(({ key }) => known.has(key));
  expect(named.length).toBeGreaterThan(200);
  for (const { key, label } of named) expect(isRenamed(label), key).toBe(true);
  for (const query of ['unit:icu', 'department:icu', 'rate:>80', 'travel', 'wt:1', 'zip:895'])
    expect(JSON.stringify(parseQuery(query, schema).chips)).toBe(
      JSON.stringify(parseQuery(query, jobQuerySchema(null, 20_000)).chips),
    );
});

test('pickers, filters and history say the customer’s names', () => {
  for (const field of FeedField.options.filter((one) => known.has(one)))
    expect(isRenamed(feedFieldLabel(field, names)), field).toBe(true);
  expect(feedFieldGroups(names).flatMap(({ items }) => items)).toHaveLength(FeedField.options.length);
  for (const { label } of [...fieldChoices(names), ...mappedFlags(names), ...textBoxes(names)])
    expect(isRenamed(label), label).toBe(true);
  for (const [value, label] of workTypeChoices(names).slice(1)) expect(isRenamed(label), value).toBe(true);
  for (const { key } of labeledFields) expect(isRenamed(labelOf(key, names)), key).toBe(true);
  expect(historyLine({ field: 'billRate', before: 1, after: 2 }, names)).toBe('Qz billRate: 1 → 2');
  expect(historyLine({ field: 'billRateManual', before: false, after: true }, names)).toBe('Qz billRate locked manually');
});

test('the sentence of a rule and its trace say the customer’s names', () => {
  const rule = aStoredRule({ id: 1, source: '[Unit] equal ICU', fieldId: 17, operand: '90', workType: 1 });
  const said = sentenceText(ruleSentence(rule, labelOfField(names.labels)));
  for (const key of ['unit', 'billRate', 'travelWork']) expect(said).toContain(`Qz ${key}`);
  for (const usual of ['Unit', 'Bill Rate', 'Travel jobs']) expect(said).not.toContain(usual);
  for (const { key } of labeledFields) expect(catalogueName(names.labels, key, key)).toBe(`Qz ${key}`);
});

test('columns of reports and of exported files say the customer’s names', () => {
  const nameOf = fieldNameIn(names);
  const shown = namedReport(jobsReport, nameOf).columns.filter(({ key }) => known.has(key));
  expect(shown.length).toBeGreaterThan(200);
  for (const { key, label } of shown) expect(isRenamed(label), key).toBe(true);
  for (const report of reports) for (const { label } of namedReport(report, nameOf).columns) expect(label).not.toMatch(/[{}|]/);
  const defaults = new Set(labeledFields.map((field) => field.default.one));
  const sheet = jobSheet(() => null, names).columns.map(({ label }) => label);
  // The ID of a job in Jobdock is no field.
  expect(sheet.filter((label) => defaults.has(label) && label !== 'ID')).toEqual([]);
});

test('the activity says what the customer calls the field that was changed', () => {
  const args = { id: 7, field: 'billRate', value: 88 };
  const named = orderOf(
    'job.edit.v1',
    args,
    () => 'R-7',
    (key) => names.of(key, usualName(key)),
  );
  expect(named).toMatch(/qz billRate/i);
  expect(orderOf('job.edit.v1', args, () => 'R-7')).toMatch(/bill rate/i);
});
