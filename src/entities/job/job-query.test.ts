import { expect, test } from 'vitest';
import { jobQuerySchema, openJobsWithText, vendorTextsIn } from '#domain/job-list/job-query.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { chipLabel } from '#domain/query/chip-label.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { jobsMappedBy, openJobs } from '#src/workers/grid/job-columns.ts';

test('the query of a vendor text finds exactly the open jobs that the mapping tables count', () => {
  const schema = jobQuerySchema(null, 20_000, new Map([[12, 'ST ROSE (Careline)']]));
  for (const kind of mapKinds) {
    const { chips, problems } = parseQuery(openJobsWithText(kind, 12), schema);
    expect(problems).toEqual([]);
    expect(conditionOf(chips, schema, '2026-11-20')).toEqual(jobsMappedBy(kind, 12, openJobs));
    expect(vendorTextsIn(chips)).toEqual([12]);
  }
});

test('a chip shows the vendor text instead of its id, and the id only while the text is unknown', () => {
  const labels = (texts: ReadonlyMap<number, string>) => {
    const schema = jobQuerySchema(null, 20_000, texts);
    return parseQuery(openJobsWithText('facility', 12), schema).chips.map((chip) => chipLabel(chip, schema));
  };
  expect(labels(new Map([[12, 'ST ROSE (Careline)']]))).toEqual(['Vendor status Open', 'Vendor facility ST ROSE (Careline)']);
  expect(labels(new Map())).toEqual(['Vendor status Open', 'Vendor facility v12']);
});

test('a saved address with the notation of fields means what it has always meant', () => {
  const schema = jobQuerySchema(null, 20_000);
  const { plain: _plain, ...withoutPlainWords } = schema;
  for (const query of [
    'state:CA,NV cert:<90',
    'facility:"st mary" rate:60..80 -is:held',
    'start:>+14d',
    'state:"" -state:TX posted:>7d seen:<=30d',
    'is:unmapped,held flag:rule hot:no asap:yes',
    'start:2026-12-01..2026-12-31 start:12/1/2026',
    'specialty:~icu facility:=Mercy job:"HV-7"',
    'source:"Harbor VMS" sid:3 client:"ST MARY" degree:RN shift:3x12 association:AMN',
  ]) {
    const now = parseQuery(query, schema);
    expect(now).toEqual(parseQuery(query, withoutPlainWords));
    expect(now.problems).toEqual([]);
  }
});

test('the word “new” means `is:new`, and neither finds the first collection of a source', () => {
  const schema = jobQuerySchema(null, 20_000);
  const meaning = (query: string) => conditionOf(parseQuery(query, schema).chips, schema, '2026-11-23');
  expect(meaning('new')).toEqual(meaning('is:new'));
  expect(meaning('new')).toEqual({
    kind: 'all',
    of: [{ kind: 'arrival', column: 'firstSeenAt', by: 'sourceId', from: 19_999 }],
  });
});

test('`is:noted` finds the jobs with notes, also in plain words', () => {
  const schema = jobQuerySchema(null, 20_000);
  const meaning = (query: string) => conditionOf(parseQuery(query, schema).chips, schema, '2026-11-23');
  expect(meaning('is:noted')).toEqual({ kind: 'all', of: [{ kind: 'between', column: 'noteCount', from: 1, to: null }] });
  expect(meaning('with notes')).toEqual(meaning('is:noted'));
});

test('`is:mine` finds the jobs that are assigned to the person who asks, and none while that person is unknown', () => {
  const mine = (userId: number | null, query: string) => {
    const schema = jobQuerySchema(null, 20_000, new Map(), { userId, sinceMs: null });
    return conditionOf(parseQuery(query, schema).chips, schema, '2026-11-23');
  };
  expect(mine(5, 'is:mine')).toEqual({ kind: 'all', of: [{ kind: 'between', column: 'assigneeId', from: 5, to: 5 }] });
  expect(mine(5, 'my jobs')).toEqual(mine(5, 'is:mine'));
  expect(mine(null, 'is:mine')).toEqual({ kind: 'all', of: [{ kind: 'any', of: [] }] });
  expect(mine(5, 'assigned:ann')).toEqual({ kind: 'all', of: [expect.objectContaining({ column: 'assignee', text: 'ann' })] });
  expect(mine(5, 'unassigned')).toEqual(mine(5, 'assigned:""'));
  expect(mine(5, 'assigned:""')).toEqual({ kind: 'all', of: [{ kind: 'empty', column: 'assignee' }] });
});
