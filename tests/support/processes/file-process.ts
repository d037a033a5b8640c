// Makes files of reports in a separate process, so that a test can kill it: `node … URL`. Prints `ready` and continues until it is stopped.
import { pino } from 'pino';
import { commandEffects } from '#server/command-effects.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { reportFileJobs } from '#server/reports/background/file-jobs.ts';
import { routes } from '#server/routes.ts';
import { createServices } from '#server/services.ts';
import { rootKey } from '../test-people.ts';

const db = openDatabase(process.argv[2] ?? '', { max: 8 });
const services = createServices({
  effects: commandEffects,
  db,
  rootKeys: [rootKey],
  log: pino({ level: 'silent' }),
  now: () => new Date(),
  config: {
    publicUrl: 'http://127.0.0.1:4180',
    home: '/nowhere',
    backups: undefined,
    version: 'test',
    vendorSiteUrl: null,
    allowHosts: [],
    bullhornDoubleUrl: null,
    signOnDoubleUrl: null,
    sentThrough: null,
    mailIn: null,
  },
});
await createWorker(db, services.log, reportFileJobs(services, routes)).start();
process.stdout.write('ready\n');
