import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { distinctValues, type ValueHome } from './distinct-values.ts';
import { matchAhead } from './match-ahead.ts';
import { matcherFor } from './matchers.ts';

let service: TestService;
let home: ValueHome;
let plain: Matcher;
const at = '2026-11-26T08:00:00.000Z';

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const reno = { city: 'Reno', state: 'NV', zip: '89501' };
  await seedMapping(
    db,
    service.people.north,
    [
      ...['Mercy General Hospital', 'Valley Medical Center', 'Summit Clinic'].map((name, n) =>
        atsValue(n + 1, 'facility', name, { ...reno, address: `${n + 1} Main Street` }),
      ),
      atsValue(11, 'degree', 'RN'),
      atsValue(12, 'shift', '3x12 Days'),
    ],
    [],
  );
  home = {
    customerId: service.people.north,
    targetId: 1,
    sourceId: 3,
    autoMap: true,
    premap: { degrees: new Map(), specialties: new Map() },
  };
  plain = await matcherFor(db, service.people.north, 1);
});
afterAll(() => service.close());

const jobAt = (n: number, over: Partial<JobRow>): JobRow =>
  aJob({ id: n, providerJobId: `P-${n}`, city: 'Reno', state: 'NV', zip: '89501', degree: 'RN', shift: '3x12 days', ...over });

/** The matcher, and the texts that it was asked for. */
function watched() {
  const asked: string[] = [];
  const match: Matcher = (value, limit) => {
    asked.push(value.text);
    return plain(value, limit);
  };
  return { asked, match };
}

const newRows = (jobs: readonly JobRow[], match: Matcher) =>
  service.services.db.transaction().execute(async (tx) => {
    const { publications } = await distinctValues(tx, home, jobs, match, at);
    return publications.map((one) => ('row' in one ? { ...one.row, id: 0 } : one));
  });

test('new texts get the same suggestions as without matching ahead, and the transaction does not match them', async () => {
  const jobs = ['MERCY GENERAL HOSP', 'Valley Med Ctr', 'Unheard of place'].map((facility, n) => jobAt(n + 1, { facility }));
  const { asked, match } = watched();
  const ahead = await matchAhead(service.services.db, home, jobs, match, new Set());
  const before = asked.length;
  expect(before).toBe(new Set(asked).size);
  const rows = await newRows(jobs, ahead);
  expect(asked).toHaveLength(before);
  expect(rows).toEqual(await newRows(jobs, plain));
  expect(rows).toContainEqual(expect.objectContaining({ text: 'Valley Med Ctr', suggestedId: 'E2' }));
});

test('texts that are stored, or that the staging has met, are not matched again; one with another address is matched for itself', async () => {
  const { db } = service.services;
  const [stored, fresh] = [jobAt(1, { facility: 'Summit Clinic', shift: null }), jobAt(2, { facility: 'Mercy', shift: null })];
  await db.transaction().execute(async (tx) => {
    const { publications } = await distinctValues(tx, home, [stored], plain, at);
    await writeRows(tx, home.customerId, publications);
  });
  const { asked, match } = watched();
  const met = new Set<string>();
  const ahead = await matchAhead(db, home, [stored, fresh], match, met);
  const specialties = new Set([stored.specialty, fresh.specialty]);
  expect(asked.filter((text) => !specialties.has(text))).toEqual(['Mercy']);
  asked.length = 0;
  await matchAhead(db, home, [stored, fresh], match, met);
  expect(asked).toEqual([]);
  const moved = { ...fresh, address: '1 Main Street' };
  expect(await newRows([moved], ahead)).toEqual(await newRows([moved], plain));
  expect(asked).toEqual(['Mercy']);
});
