import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { watchLoop } from '../support/watch-loop.ts';

// Loaded into the service with `--import`. When the suite leaves the file `….ask`, it writes how long the event loop was held
// since the last time. The service's child processes load it as well and are not measured.
const file = process.env['ATTACK_LOOP_FILE'];
if (file !== undefined && basename(process.argv[1] ?? '') === 'main.mjs') measure(file);

function measure(file: string): void {
  let stop = watchLoop();
  const answer = () => {
    if (!existsSync(`${file}.ask`)) return;
    rmSync(`${file}.ask`, { force: true });
    // Renamed, so that a reader never sees half of it.
    writeFileSync(`${file}.new`, JSON.stringify(stop()));
    renameSync(`${file}.new`, file);
    stop = watchLoop();
  };
  setInterval(answer, 200).unref();
}
