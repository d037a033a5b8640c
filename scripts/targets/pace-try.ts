// npm run -s pace:try -- --kind K --processes N --seconds S
// N processes make as many calls as they can to one double, with one database. Prints the most calls in any 60 s and the limit of the kind.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { targetKinds } from '#domain/targets/target-kinds.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { startEmbedded } from '#server/kit/db/embedded/embedded.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { noSecrets } from '#server/targets/adapter/connector.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { connectorOf } from '#server/targets/connectors.ts';
import { paceBook } from '#server/targets/pace/pace-rows.ts';
import { pacedSend } from '#server/targets/pace/paced-send.ts';
import { mostWithinAMinute } from '#tests/posting/most-within-a-minute.ts';

type Kind = keyof typeof doubles;
const place = { customerId: 1, targetId: 1 };
/** Calls that wait at once in each process. */
const atOnce = 40;

const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;
const { values } = parseArgs({
  options: { kind: text('bullhorn'), processes: text('2'), seconds: text('90'), database: text(''), double: text('') },
});
const kind = (Object.keys(doubles) as Kind[]).find((name) => name === values.kind);
const [processes, seconds] = [Number(values.processes), Number(values.seconds)];

/** Calls until the time is over. */
async function callOn(of: Kind, databaseUrl: string, url: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 4 });
  const typeId = targetKinds.find(({ adapter }) => adapter === of)?.id ?? 0;
  const connector = connectorOf(typeId);
  if (!connector) throw new Error(`${of} has no connector`);
  const { send } = pacedSend(guardedSend([url]), paceBook(db, place, connectionOf(of).can));
  const settings = connector.settings.parse(doubles[of].settings(url));
  const { adapter } = connector.open(settings, { ...noSecrets, ...doubles[of].secrets }, send);
  const end = Date.now() + seconds * 1000;
  const caller = async () => {
    while (Date.now() < end) await adapter.check([]);
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  await db.destroy();
}

const ended = (child: ReturnType<typeof spawn>): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`))));
  });

async function measure(of: Kind): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'jobdock-pace-'));
  const embedded = await startEmbedded(home, { durable: false });
  const double = doubles[of].start();
  try {
    await migrate(embedded.url());
    const db = openDatabase(embedded.url(), { max: 1 });
    await db.insertInto('customer').values({ name: 'North' }).execute();
    await db.destroy();
    const url = await listenOnLoopback(double.server);
    const args = [
      process.argv[1] ?? '',
      '--kind',
      of,
      '--seconds',
      String(seconds),
      '--database',
      embedded.url(),
      '--double',
      url,
    ];
    const children = Array.from({ length: processes }, () =>
      spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }),
    );
    await Promise.all(children.map(ended));
  } finally {
    await closeNow(double.server);
    await embedded.stop();
    await rm(home, { recursive: true, force: true });
  }
  const { perMinute } = connectionOf(of).can;
  const most = mostWithinAMinute(double.calledAt);
  process.stdout.write(
    `processes: ${processes}\ncalls: ${double.calledAt.length}\nmost in any 60 s: ${most}\nlimit: ${perMinute ?? 'none'}\n`,
  );
  if (perMinute !== null && most > perMinute) process.exitCode = 1;
}

if (!kind || !(processes > 0) || !(seconds > 0)) {
  process.stderr.write(`usage: npm run -s pace:try -- --kind ${Object.keys(doubles).join('|')} [--processes 2] [--seconds 90]\n`);
  process.exitCode = 2;
} else if (values.database === '') await measure(kind);
else await callOn(kind, values.database, values.double);
