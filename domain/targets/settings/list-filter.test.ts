import { expect, test } from 'vitest';
import { passesFilter, readListFilter } from './list-filter.ts';

const fields = ['name', 'state', 'status'];
const rows = [
  { name: 'Mercy', state: 'TX', status: 'Active' },
  { name: 'St. Jude', state: 'ca', status: 'Prospect' },
  { name: 'Lakeside', state: null, status: 'Active' },
];
const kept = (text: string) => {
  const filter = readListFilter(text, fields);
  if ('problem' in filter) throw new Error(filter.problem);
  return rows.filter((row) => passesFilter(filter, row)).map(({ name }) => name);
};

test.each([
  ['', ['Mercy', 'St. Jude', 'Lakeside']],
  ['status = "Active"', ['Mercy', 'Lakeside']],
  ["Status = 'active' and state != 'TX'", ['Lakeside']],
  ['state in ("TX", "CA")', ['Mercy', 'St. Jude']],
  ['state not in ("TX", "CA") AND name <> "Mercy"', ['Lakeside']],
  ['state = ""', ['Lakeside']],
])('%s keeps %j', (text, names) => {
  expect(kept(text)).toEqual(names);
});

test.each([
  ['1=1', 'Expected a field (name, state, status) at character 1, not “1”'],
  ['status = "Active" or 1=1', 'Expected and at character 19, not “or”'],
  ['status; drop table client', 'Character 7 cannot be read'],
  ['status = "Active', 'Character 10 cannot be read'],
  ['status like "A%"', 'Expected =, !=, in or not in at character 8, not “like”'],
  ['status = "Active" and', 'Expected a condition at the end'],
  ['state in ("TX" "CA")', 'Expected a comma or a closing bracket at character 16, not “CA”'],
  ['state in', 'Expected an opening bracket at the end'],
  ['owner = "me"', 'Expected a field (name, state, status) at character 1, not “owner”'],
])('%s is refused with its place', (text, problem) => {
  expect(readListFilter(text, fields)).toEqual({ problem });
});
