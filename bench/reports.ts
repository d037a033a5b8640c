import { sizeOf } from './kit/sizes.ts';
import { measureFiles } from './reports/files.ts';
import { measureOnDevice } from './reports/on-device.ts';
import { measureOthers } from './reports/others.ts';

/** Few rows in one round. Every file is read back and compared. */
export const short = ['--rows', '200', '--few', '200', '--rounds', '1', '--calls', '20'];

/**
 * Measures files of reports and the jobs report: Excel and CSV of `--few` and `--rows` rows by 60 columns beside exceljs and @e965/xlsx,
 * with the peak of memory; the jobs report over `--rows` jobs beside AG Grid; and calls of others while files of `--few` rows are made.
 * `--few n` (default 10,000), `--rows n` (100,000), `--rounds n` (3), `--calls n` (400). Fails when a file, read back, or a row on the
 * screen differs.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [few, rows] = [sizeOf(argv, 'few', 10_000), sizeOf(argv, 'rows', 100_000)];
  const rounds = sizeOf(argv, 'rounds', 3);
  const wrong = [
    ...(await measureFiles([...new Set([few, rows])], rounds)),
    ...(await measureOnDevice(rows, rounds)),
    ...(await measureOthers(few, sizeOf(argv, 'calls', 400))),
  ];
  for (const difference of wrong) console.error(`RESULTS DIFFER: ${difference}`);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log('\nEvery file was read back and has every cell; both reports show the same rows.');
}
