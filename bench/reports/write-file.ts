// Entry of a process that writes one file, so that its peak of memory is that of one writer: `node … WRITER ROWS FILE`. Then it reads the
// file and compares it with the rows. Prints one line of JSON.
import { readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { differencesIn } from './read-back.ts';
import { sampleSheet } from './sample-sheet.ts';
import { writers } from './writers.ts';

const [name = '', count = '', file = ''] = process.argv.slice(2);
const writer = writers[name];
if (!writer) throw new Error(`there is no writer ${name}`);
const sheet = sampleSheet(Number(count));
const write = 'ready' in writer ? writer.ready(sheet) : (to: string) => writer.write(sheet, to);
// Until here the rows were made, which takes more than they keep.
globalThis.gc?.();
writeFileSync('/proc/self/clear_refs', '5');
const before = process.memoryUsage().rss;
const [since, busy] = [performance.now(), process.cpuUsage()];
await write(file);
const ms = performance.now() - since;
const { user, system } = process.cpuUsage(busy);
const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
const different = await differencesIn(file, writer.kind, sheet);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, peak, before, size: (await stat(file)).size, different }));
