import { expect, test } from 'vitest';
import type { TargetRow } from '#contract/rows/rows.ts';
import { labelsFrom } from '#domain/fields/labels.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import type { Condition } from '#domain/query/condition.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { countedWork, workTypesOf } from './work-figures.ts';

const target: TargetRow = {
  id: 1,
  typeId: 8,
  name: 'Bullhorn',
  maps: ['facility', 'degree', 'specialty', 'shift'],
  specialtyDependsOnDegree: true,
  disabled: false,
  canPost: true,
  checkState: 'ok',
  hierarchyLevel: 'both',
  posting: 'live',
  mappingRequired: true,
  takesOnly: null,
};
/** Flattens nested conditions: `all` within `all` means the same. */
function flat(where: Condition): unknown {
  if (where.kind !== 'all' && where.kind !== 'any') return where.kind === 'not' ? { kind: 'not', of: flat(where.of) } : where;
  const parts = where.of.flatMap((part) => (part.kind === where.kind ? (flat(part) as { of: unknown[] }).of : [flat(part)]));
  return parts.length === 1 ? parts[0] : { kind: where.kind, of: parts };
}

test('Every number of the dashboard opens the rows that it counts', () => {
  const today = 20_777; // 2026-11-20
  const schema = jobQuerySchema(target, today);
  for (const { where, query } of [...countedWork(target, ofIndustry(1), today), ...countedWork(target, ofIndustry(2), today)]) {
    const { chips, problems } = parseQuery(query, schema);
    expect(problems).toEqual([]);
    expect(flat(conditionOf(chips, schema, '2026-11-20'))).toEqual(flat(where));
  }
});

const ofIndustry = (industryId: number) => labelsFrom({ own: [], general: [], targetId: null, industryId });

test('The industry determines the labels of work types', () => {
  expect(workTypesOf(ofIndustry(2)).map(({ label }) => label)).toEqual(['Contract', 'Direct Hire']);
  expect(workTypesOf(ofIndustry(1)).map(({ label }) => label)).toEqual(['Travel', 'Permanent', 'Per Diem']);
});
