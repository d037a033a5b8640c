import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { textOf } from '#domain/tickets/adf/text-of-adf.ts';
import { mayAskAgain } from '#domain/tickets/ask-again.ts';
import { createJiraDouble, type JiraDouble, type JiraFault } from '#server/demo/jira/jira-double.ts';
import { jiraDoubleAccess } from '#server/demo/jira/jira-state.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { writeRows } from '#server/feed/publish.ts';
import { jiraPort } from '#server/system/jira/jira-port.ts';
import { keepJira } from '#server/system/jira/jira-settings.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type JiraParts, workOnIssues } from './jira-jobs.ts';

/** 1,000 by hand: `JIRA_TICKETS=1000`. */
const many = Number(process.env.JIRA_TICKETS ?? 100);
const minute = 60_000;
const lag = 8 * minute;

let service: TestService;
let jira: JiraDouble;
let clock = Date.parse('2026-11-21T09:00:00.000Z');
const now = () => new Date(clock);
const ports = () => ({ ...service.services, now });

beforeAll(async () => {
  service = await startTestService({ at: now() });
});
afterAll(() => service.close());

/** Connects an empty Jira. */
beforeEach(async () => {
  const { services } = service;
  const { db, secrets, config } = services;
  for (const table of [
    'ticket_issue',
    'ticket_issue_part',
    'jira_pace',
    'error_event',
    'ticket_comment',
    'ticket_file',
    'ticket',
  ] as const)
    await db.deleteFrom(table).execute();
  jira = createJiraDouble({ now, indexLagMs: lag });
  const site = await listenOnLoopback(jira.server);
  (config.allowHosts as string[]).push(new URL(site).host);
  await db
    .transaction()
    .execute((tx) => keepJira({ db: tx, secrets }, { ...jiraDoubleAccess, site }, service.people.administrator));
  return async () => closeNow(jira.server);
});

let nextId = 1000;
/** Tickets as the command stores them. */
async function tickets(count: number, over: Parameters<typeof aTicket>[0] = {}) {
  const rows = Array.from({ length: count }, () => aTicket({ id: nextId++, ...over }));
  await service.services.db.transaction().execute((tx) =>
    writeRows(
      tx,
      service.people.north,
      rows.map((row) => ({ collection: 'ticket', row }) as const),
    ),
  );
  return rows.map(({ id }) => id);
}

class Killed extends Error {}

/** A generator that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const faults: readonly JiraFault[] = ['torn', 'torn', 'torn', 'error', 'lost', 'busy', 'down'];

/** Calls of Jira, about which the process may die before or after each. */
const dying =
  (random: () => number, share: number): JiraParts['portOf'] =>
  (signIn) => {
    const port = jiraPort(signIn);
    return {
      ...port,
      async create(issue) {
        if (random() < share) throw new Killed();
        if (random() < share * 3) jira.faults.push(faults[Math.floor(random() * faults.length)] ?? 'torn');
        const answer = await port.create(issue);
        if (random() < share) throw new Killed();
        return answer;
      },
    };
  };

/** Works until nothing is to do for a day, whatever happens. Returns how often the process died. */
async function untilQuiet(parts: Partial<JiraParts> = {}): Promise<number> {
  let kills = 0;
  for (let quiet = 0; quiet < 3; ) {
    const worked = await workOnIssues(ports(), new AbortController().signal, {
      portOf: jiraPort,
      judge: mayAskAgain,
      ...parts,
    }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      kills += 1;
      return 1;
    });
    const open = await service.services.db
      .selectFrom('ticket_issue')
      .select('ticket_id')
      .where('state', '<>', 'sent')
      .where('state', '<>', 'failed')
      .execute();
    clock += worked > 0 ? 2_000 : minute;
    quiet = worked === 0 && open.length === 0 ? quiet + 1 : 0;
  }
  return kills;
}

const states = async () => {
  const rows = await service.services.db
    .selectFrom('ticket_issue')
    .select(['ticket_id', 'state', 'issue_key', 'problem', 'in_doubt'])
    .orderBy('ticket_id')
    .execute();
  return rows.map(({ ticket_id: id, issue_key: key, in_doubt: inDoubt, ...rest }) => ({ id, key, inDoubt, ...rest }));
};

/** How many tickets have no issue, and how many have more than one. */
function counted(ids: readonly number[]) {
  const issuesOf = (id: number) => jira.issues.filter(({ labels }) => labels.some((label) => label.endsWith(`-${id}`))).length;
  const counts = ids.map(issuesOf);
  return { missing: counts.filter((n) => n === 0).length, twice: counts.filter((n) => n > 1).length };
}

test(`${many} tickets with lost answers, kills and a late search: each is one issue`, async () => {
  const ids = await tickets(many);
  const random = seeded(7);
  const kills = await untilQuiet({ portOf: dying(random, 0.08) });
  expect(counted(ids)).toEqual({ missing: 0, twice: 0 });
  expect((await states()).map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'sent']));
  const doubts = (await states()).filter(({ inDoubt }) => inDoubt > 0).length;
  expect(kills).toBeGreaterThan(many / 20);
  expect(doubts).toBeGreaterThan(many / 10);
  process.stdout.write(`${many} tickets, ${kills} kills, ${doubts} in doubt, ${jira.issues.length} issues\n`);
}, 300_000);

test('the trial finds planted bugs: no look before the second request, and a look that trusts the late search', async () => {
  const blind: JiraParts['portOf'] = (signIn) => ({
    ...dying(seeded(7), 0.08)(signIn),
    search: async () => ({ ok: true, value: [] }),
  });
  const random = seeded(7);
  const hasty: Partial<JiraParts> = { portOf: dying(random, 0.1), judge: () => ({ may: true }) };
  for (const bug of [{ portOf: blind, judge: hasty.judge ?? mayAskAgain }, hasty]) {
    jira.faults.push('torn', 'torn');
    const ids = await tickets(12);
    await untilQuiet(bug);
    expect(counted(ids).twice).toBeGreaterThan(0);
  }
}, 60_000);

test('Jira away a day: everything waits, and then arrives once, in the order of the tickets', async () => {
  const first = await tickets(3);
  jira.isAway = true;
  for (let at = 0; at < 144; at++) {
    await workOnIssues(ports(), new AbortController().signal);
    clock += 10 * minute;
  }
  const later = await tickets(2);
  jira.isAway = false;
  await untilQuiet();
  expect(counted([...first, ...later])).toEqual({ missing: 0, twice: 0 });
  expect(jira.issues.map(({ labels }) => Number(labels[1]?.split('-').at(-1)))).toEqual([...first, ...later]);
  const events = await service.services.db.selectFrom('error_event').select(['code', 'about']).execute();
  expect(events).toEqual([{ code: 25, about: 'Tickets to Jira' }]);
});

test('a request to wait is kept: no call comes before its end', async () => {
  await tickets(2);
  jira.faults.push('busy');
  await workOnIssues(ports(), new AbortController().signal);
  expect(jira.writes).toEqual([]);
  clock += 29_000;
  expect(await workOnIssues(ports(), new AbortController().signal)).toBe(0);
  clock += 2_000;
  await workOnIssues(ports(), new AbortController().signal);
  expect(jira.issues.map(({ key }) => key)).toEqual(['SUP-1', 'SUP-2']);
});

test('a refused create is not repeated, as it uses up a number; the others go on', async () => {
  const [refused, taken] = await tickets(2);
  jira.faults.push('refused');
  await untilQuiet();
  expect(await states()).toEqual([
    expect.objectContaining({ id: refused, state: 'failed', key: null, problem: expect.stringContaining('Team is required.') }),
    expect.objectContaining({ id: taken, state: 'sent', key: 'SUP-2', problem: null }),
  ]);
  expect(jira.nextNumber()).toBe(3);
});

test('an issue says what the sender wrote and where the ticket is; a ticket without Jira asks for none', async () => {
  const [id] = await tickets(1, { subject: 'Two\tlines', description: 'First\n\nsecond' });
  await untilQuiet();
  const [issue] = jira.issues;
  expect(issue?.summary).toBe(`[Ticket ${id}] Two lines`);
  expect(textOf(issue?.description ?? { type: 'doc' })).toMatch(
    /^First\n\nsecond\n\nSent by Ben, North\nJob ID: 884-210\nTicket in Jobdock: /,
  );
  const { db, secrets } = service.services;
  await db.transaction().execute((tx) => keepJira({ db: tx, secrets }, null, service.people.administrator));
  await tickets(1);
  expect(await states()).toHaveLength(1);
  expect(await workOnIssues(ports(), new AbortController().signal)).toBe(0);
});
