// Carries mapping runs out in a process of its own, so that a test can kill it: `node … URL`. Says `ready`, then goes on until it ends.
import { pino } from 'pino';
import { openDatabase } from '#server/kit/db/connection.ts';
import { createMapRunner } from '#server/mapping/runs/map-runner.ts';

const [url = ''] = process.argv.slice(2);
createMapRunner(openDatabase(url, { max: 4 }), () => new Date(), pino({ level: 'silent' })).start();
process.stdout.write('ready\n');
