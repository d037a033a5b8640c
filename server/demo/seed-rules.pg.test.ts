import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { seedRules } from './seed-rules.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('the demo’s rules are valid and are added once, and the global one is in every list', async () => {
  const { services, people } = service;
  await seedRules(services, people.north);
  await seedRules(services, people.north);
  const rows = await services.db.selectFrom('rule').select(['customer_id', 'row']).execute();
  const rules = rows.filter((row) => row.customer_id === people.north).map(({ row }) => row as StoredRule);
  expect(rules).toHaveLength(5);
  expect(rules.flatMap((rule) => ruleProblems(rule, { at: services.now().toISOString(), savedDate: null }))).toEqual([]);
  expect(rows.filter(({ customer_id }) => customer_id === people.south).map(({ row }) => (row as StoredRule).name)).toEqual([
    'Country of every job',
  ]);
});
