import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { watchLoop } from '../support/watch-loop.ts';

// Loaded into the service with `--import`. It writes how long the event loop was held, in a file that the suite reads. The
// service's child processes load it as well and are not measured.
const file = process.env['ATTACK_LOOP_FILE'];
if (file !== undefined && basename(process.argv[1] ?? '') === 'main.mjs') measure(file);

function measure(file: string): void {
  let stop = watchLoop();
  let [worst, usual] = [0, 0];
  const write = () => {
    const now = stop();
    stop = watchLoop();
    if (existsSync(`${file}.reset`)) {
      rmSync(`${file}.reset`, { force: true });
      [worst, usual] = [0, 0];
    } else [worst, usual] = [Math.max(worst, now.worst), Math.max(usual, now.usual)];
    // Renamed, so that a reader never sees half of it.
    writeFileSync(`${file}.new`, JSON.stringify({ worst, usual }));
    renameSync(`${file}.new`, file);
  };
  setInterval(write, 1000).unref();
}
