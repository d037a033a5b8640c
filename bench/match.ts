import { existsSync } from 'node:fs';
import { sizeOf } from './kit/sizes.ts';
import { reportFacilities, reportTitles } from './match/accuracy.ts';
import { reportCatalogues } from './match/catalogues.ts';
import { dataFolder } from './match/real-data.ts';
import { refitAll } from './match/refit.ts';
import { reportSpeed } from './match/speed.ts';
import { reportTerms } from './match/term-accuracy.ts';
import { reportThroughJr } from './match/through-jr.ts';

/** Runs every matcher twice over a small list and compares the answers. Accuracy on the public lists has its own tests. */
export const short = ['speed', '--facilities', '300', '--names', '20', '--rounds', '1'];

const PARTS = ['facilities', 'titles', 'terms', 'catalogues', 'submissions', 'speed', 'refit'] as const;

/**
 * `npm run bench -- match [facilities|titles|terms|catalogues|submissions|speed …]`: all parts when none is named; `refit` fits the weights again.
 * Speed takes `--facilities n` (default 100,000), `--names n` (5,000) and `--rounds n` (3).
 */
export async function run(argv: readonly string[]): Promise<void> {
  const firstSize = argv.findIndex((word) => word.startsWith('--'));
  const parts = firstSize < 0 ? argv : argv.slice(0, firstSize);
  const unknown = parts.filter((part) => !PARTS.some((known) => known === part));
  if (unknown.length > 0) throw new Error(`match has no part ${unknown.join(', ')}; it has ${PARTS.join(', ')}`);
  if (!existsSync(dataFolder())) {
    console.log(`Nothing to measure: the folder ${dataFolder()} (or JOBDOCK_DATA) with the public lists is not here.`);
    return;
  }
  const wanted = (part: (typeof PARTS)[number]): boolean => (parts.length === 0 ? part !== 'refit' : parts.includes(part));
  if (wanted('refit')) refitAll();
  if (wanted('facilities')) reportFacilities();
  if (wanted('titles')) reportTitles();
  if (wanted('terms')) reportTerms();
  if (wanted('catalogues')) reportCatalogues();
  if (wanted('submissions')) reportThroughJr();
  if (!wanted('speed')) return;
  const sizes = {
    facilities: sizeOf(argv, 'facilities', 100_000),
    names: sizeOf(argv, 'names', 5_000),
    rounds: sizeOf(argv, 'rounds', 3),
  };
  if (!(await reportSpeed(sizes))) process.exitCode = 1;
}
