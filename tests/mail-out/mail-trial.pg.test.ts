import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildJobProcess } from '#tests/corpus/build-feed-parser.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Figures, runMailTrial } from './mail-trial.ts';

/** `npm run long -- sent-mails` sends 2,000 emails with 20 kills. */
const mails = Number(process.env['SENT_MAILS'] ?? 60);
const kills = Number(process.env['SENT_MAIL_KILLS'] ?? 3);
const seed = Number(process.env['SENT_MAIL_SEED'] ?? 20_261_128);

let database: TestDatabase;
let forgetProcess: () => void;
beforeAll(async () => {
  forgetProcess = await buildJobProcess();
}, 60_000);
afterAll(() => forgetProcess());
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
});
afterEach(() => database.close());

const trial = (over: { readonly mails: number; readonly kills: number; readonly processes: number }): Promise<Figures> =>
  runMailTrial({ db: database.db, url: database.url, seed, ...over });
const never = { twice: 0, missing: 0, uncalled: 0, uncounted: 0, damaged: 0, wrongState: 0 };

test(
  `${mails} emails, three processes and ${kills} kills: each arrives, again only after doubt and under its own Message-ID`,
  async () => {
    const figures = await trial({ mails, kills, processes: 3 });
    console.info(`seed ${seed}: ${JSON.stringify(figures)}`);
    expect(figures, `seed ${seed}`).toMatchObject({ ...never, kills });
    expect(figures.delivered + figures.refused).toBe(figures.stored);
    expect(figures.doubtful).toBeGreaterThan(0);
    expect(figures.repeated).toBeGreaterThan(0);
  },
  60_000 + mails * 300 + kills * 20_000,
);

/** Faults that the comparison must find: kills that it takes, which figure tells, and what they make of the table of emails. */
const planted: Readonly<Record<string, readonly [kills: number, finds: keyof Figures, timing: string, change: string]>> = {
  'an email has a new Message-ID at each try': [
    2,
    'twice',
    'update',
    'new.message_id = case when new.tries > old.tries then gen_random_uuid()::text else new.message_id end;',
  ],
  'an email counts as sent before it is sent': [
    1,
    'missing',
    'update',
    'if new.tries > old.tries then new.sent_at = now(); end if;',
  ],
  'a try that was killed is forgotten': [
    2,
    'uncounted',
    'update',
    'if new.tries > old.tries then new.in_doubt = old.in_doubt; end if;',
  ],
  'a cause is stored twice': [0, 'twice', 'insert', 'new.cause = new.cause || gen_random_uuid();'],
  'an email that arrived does not count as sent': [
    0,
    'wrongState',
    'update',
    'if new.id % 3 = 0 then new.sent_at = null; end if;',
  ],
};

test.each(Object.entries(planted))(
  'the comparison finds it when %s',
  async (_name, [killed, finds, timing, change]) => {
    const { db } = database;
    await sql
      .raw(`create function planted() returns trigger language plpgsql as $$ begin ${change} return new; end $$`)
      .execute(db);
    await sql.raw(`create trigger planted before ${timing} on mail for each row execute function planted()`).execute(db);
    const figures = await trial({ mails: 16, kills: killed, processes: killed > 0 ? 2 : 1 });
    expect(figures[finds], JSON.stringify(figures)).toBeGreaterThan(0);
  },
  60_000,
);
