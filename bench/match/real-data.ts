import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Papa from 'papaparse';
import type { FacilityTarget, FacilityText } from '#domain/mapping/facility/facility-index.ts';

/** Folder of the public data. A plain clone does not have it. */
export const dataFolder = (): string => process.env['JOBDOCK_DATA'] ?? resolve('../shared/data');

/** A labeled row: another list's text for a facility and its CMS number, or 'NIL' if the CMS list does not have it. */
export type FacilityPair = {
  readonly source: FacilityText;
  readonly answer: string;
  readonly namesEqual: boolean;
  readonly overlap: number;
  readonly fold: number;
};

export const FOLDS = 5;

export const readTargets = (): FacilityTarget<string>[] =>
  readCsv('facilities/target-cms-hospitals-2026.csv').map((row) => ({
    id: row['ccn'] ?? '',
    name: row['name'] ?? '',
    address: row['address'],
    city: row['city'],
    state: row['state'],
    zip: row['zip'],
  }));

/** All labeled rows. Folds are by target (NIL: by list number), so that no facility is used for both fitting and judging. */
export const readPairs = (): FacilityPair[] =>
  readCsv('facilities/facility-pairs-dev.csv').map((row) => ({
    source: {
      name: row['source_name'] ?? '',
      address: row['source_address'],
      city: row['source_city'],
      state: row['source_state'],
      zip: row['source_zip'],
    },
    answer: row['target_ccn'] ?? '',
    namesEqual: row['name_exact'] === '1',
    overlap: Number(row['name_jaccard']),
    fold: foldOf(row['target_ccn'] === 'NIL' ? (row['source_id'] ?? '') : (row['target_ccn'] ?? '')),
  }));

export function readCsv(name: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(readFileSync(join(dataFolder(), name), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
}

/** FNV-1a, so that a fold does not depend on the order of rows. */
export function foldOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % FOLDS;
}
