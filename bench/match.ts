import { existsSync } from 'node:fs';
import { reportFacilities, reportTitles } from './match/accuracy.ts';
import { reportCatalogues } from './match/catalogues.ts';
import { dataFolder } from './match/real-data.ts';
import { refitAll } from './match/refit.ts';
import { reportSpeed } from './match/speed.ts';

const PARTS = ['facilities', 'titles', 'catalogues', 'speed', 'refit'] as const;

/** `npm run bench -- match [facilities|titles|catalogues|speed …]`: all parts when none is named; `refit` fits the weights anew. */
export async function run(argv: readonly string[]): Promise<void> {
  const unknown = argv.filter((part) => !PARTS.some((known) => known === part));
  if (unknown.length > 0) throw new Error(`match has no part ${unknown.join(', ')}; it has ${PARTS.join(', ')}`);
  if (!existsSync(dataFolder())) {
    console.log(`Nothing to measure: the folder ${dataFolder()} (or JOBDOCK_DATA) with the public lists is not here.`);
    return;
  }
  const wanted = (part: (typeof PARTS)[number]): boolean => (argv.length === 0 ? part !== 'refit' : argv.includes(part));
  if (wanted('refit')) refitAll();
  if (wanted('facilities')) reportFacilities();
  if (wanted('titles')) reportTitles();
  if (wanted('catalogues')) reportCatalogues();
  if (wanted('speed') && !(await reportSpeed())) process.exitCode = 1;
}
