import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Watches the event loop of another process, like `watchLoop`: a turn counts with the processor time that its thread used. The
 * process loads it before its own code and writes what it measured to a file twice a second.
 */
const probe = (file: string) => `
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const path = '/proc/thread-self/schedstat';
const used = () => { try { return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6; } catch { return performance.now(); } };
const holds = new Uint32Array(20000);
let [at, spent, worst, turns] = [performance.now(), used(), 0, 0];
setInterval(() => {
  const held = Math.min(performance.now() - at, used() - spent);
  holds[Math.min(holds.length - 1, Math.round(held))] += 1;
  worst = Math.max(worst, held);
  turns += 1;
  [at, spent] = [performance.now(), used()];
}, 1).unref();
setInterval(() => {
  if (existsSync(${JSON.stringify(`${file}.restart`)})) {
    rmSync(${JSON.stringify(`${file}.restart`)});
    holds.fill(0);
    [worst, turns] = [0, 0];
  }
  let [left, usual] = [turns * 0.99, 0];
  while (usual < holds.length && (left -= holds[usual]) > 0) usual += 1;
  writeFileSync(${JSON.stringify(file)}, JSON.stringify({ usual, worst, turns }));
}, 500).unref();

`;

/** The NODE_OPTIONS of a process to watch. */
export const probeOptions = (file: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(probe(file)).replaceAll("'", '%27')}`;

/** Makes a watched process forget what it measured so far, such as its start. */
export const restartProbe = (file: string): void => writeFileSync(`${file}.restart`, '');

/** What a watched process has measured so far, in milliseconds. Undefined if it has written nothing yet. */
export const readProbe = (file: string): { readonly usual: number; readonly worst: number } | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { usual: number; worst: number }) : undefined;
