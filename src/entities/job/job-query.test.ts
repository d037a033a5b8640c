import { expect, test } from 'vitest';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { chipLabel } from '#domain/query/chip-label.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { jobsMappedBy, openJobs } from '#src/workers/grid/job-columns.ts';
import { jobQuerySchema, openJobsWithText, vendorTextsIn } from './job-query.ts';

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
