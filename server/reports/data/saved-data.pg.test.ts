import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportBase } from '#contract/rows/report-rows.ts';
import type { AnyReport } from '#domain/reports/kit/report.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { writeFilters } from '#domain/reports/kit/saved-filters.ts';
import { reports } from '#domain/reports/reports.ts';
import { routes } from '#server/routes.ts';
import { type ReplyWorld, startReplyWorld } from '#tests/contract/replies/world.ts';
import { buildListWorker } from '#tests/corpus/build-feed-parser.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { callOfPerson } from './person-call.ts';
import { readSavedData } from './saved-data.ts';

let world: ReplyWorld;
let undo: () => void;
beforeAll(async () => {
  undo = await buildListWorker();
  world = await startReplyWorld();
});
afterAll(async () => {
  await world.close();
  undo();
});

/** A saved view with every column of a report. */
const viewOf = ({ id, columns }: AnyReport, query = '') => ({
  reportId: id,
  body: aConfigurationBody({ base: reportBase, query, columns: columns.map(({ key }) => key), start: [], widths: {} }),
});
async function read(report: AnyReport, query = '') {
  const { services, people } = world.service;
  const asked = { customerId: people.north, userId: people.administrator, signal: new AbortController().signal };
  const person = await callOfPerson(services, asked);
  if (!person) throw new Error('the administrator works at every customer');
  return readSavedData(viewOf(report, query), { cust: people.north, call: person.call, handlers: routes });
}

test('every report is answered by the service with a value under each of its columns', async () => {
  const counts: Record<string, number> = {};
  for (const report of reports) {
    // The kind of task is chosen on the page; a view without one is asked for it.
    const query = report.id === reportIds.customersByTask ? writeFilters([{ name: 'crawler', value: '1' }]) : '';
    const data = await read(report, query);
    expect(data.ok, report.title).toBe(true);
    if (!data.ok) continue;
    counts[report.title] = data.value.rows.length;
    for (const row of data.value.rows)
      for (const { key } of report.columns) expect(row[key], `${report.title}: ${key}`).not.toBeUndefined();
  }
  expect(Object.keys(counts)).toHaveLength(reports.length);
  // With fewer reports that have rows, the test proves little.
  expect(Object.values(counts).filter((rows) => rows > 0).length, JSON.stringify(counts)).toBeGreaterThan(8);
});

test('a filter by words that only the report has keeps its rows', async () => {
  const contacts = reports.find(({ id }) => id === reportIds.customerContacts);
  if (!contacts) throw new Error('the report of contacts is gone');
  const kept = await read(contacts, writeFilters([{ name: 'state', value: 'Active' }]));
  expect(kept.ok && kept.value.rows.length).toBeGreaterThan(0);
  const none = await read(contacts, writeFilters([{ name: 'state', value: 'Invited' }]));
  expect(none.ok && none.value.rows).toEqual([]);
});
