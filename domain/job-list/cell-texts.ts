import type { MapKind } from '#contract/rows/rows.ts';
import { type JobBadge, jobBadges, type StatefulJob } from './job-states.ts';

/** A row of a list of jobs: its cells by the keys of its columns. */
export type CellRow = { readonly get: (key: string) => unknown };

/** A cell that holds a text; null for a blank one. */
export const textIn = (row: CellRow, key: string): string | null => {
  const cell = row.get(key);
  return typeof cell === 'string' && cell !== '' ? cell : null;
};
/** A cell that holds a number. */
export const numberIn = (row: CellRow, key: string): number | null => {
  const cell = row.get(key);
  return typeof cell === 'number' ? cell : null;
};

/** The key of the status column. */
export const stateKey = '$state';

/** The cells that say in which states a job is. */
export const stateColumns = [
  'chgMap',
  'status',
  'skipRuleId',
  'postState',
  'externalJobId',
  'firstSeenAt',
  'changedAt',
  'alsoFrom',
  'sameOrderState',
  'floorState',
  'checking',
  'sync',
] as const;

/** A job's states, read from its row. */
export const badgesOf = (row: CellRow, nowMs: number): readonly JobBadge[] => jobBadges(stateOf(row), nowMs);

/** The badges of the status column. That a job is new is marked at its number: as a word it would fill the whole column. */
export const statusBadges = (row: CellRow, nowMs: number): readonly JobBadge[] =>
  badgesOf(row, nowMs).filter(({ words }) => words !== 'New');

/** The status column as text. */
export const statusText = (row: CellRow, nowMs: number): string =>
  statusBadges(row, nowMs)
    .map(({ words }) => words)
    .join(', ');

function stateOf(row: CellRow): StatefulJob {
  return {
    chgMap: numberIn(row, 'chgMap') ?? 0,
    status: (textIn(row, 'status') ?? 'Open') as StatefulJob['status'],
    skipRuleId: numberIn(row, 'skipRuleId'),
    postState: textIn(row, 'postState') as StatefulJob['postState'],
    externalJobId: textIn(row, 'externalJobId'),
    firstSeenAt: textIn(row, 'firstSeenAt') ?? '',
    changedAt: textIn(row, 'changedAt') ?? '',
    alsoFrom: textIn(row, 'alsoFrom'),
    sameOrderState: textIn(row, 'sameOrderState'),
    floorState: textIn(row, 'floorState'),
    checking: row.get('checking') === true,
  };
}

/** City and state of a job; null when neither is known. */
export const placeText = (row: CellRow): string | null =>
  [textIn(row, 'city'), textIn(row, 'state')].filter((part) => part !== null).join(', ') || null;

/** What the column of a mapped kind shows below its value. */
const belowTexts: Partial<Record<MapKind, (row: CellRow) => string | null>> = {
  facility: placeText,
  specialty: (row) => textIn(row, 'degreeName') ?? textIn(row, 'degree'),
};

/** The column of a mapped kind as text, with what is shown below. `unknown` is shown for a job without a value. */
export const mappedText = (row: CellRow, kind: MapKind, unknown: string): string =>
  [valueText(row, kind) ?? unknown, belowTexts[kind]?.(row)].filter(Boolean).join(', ');

function valueText(row: CellRow, kind: MapKind): string | null {
  const [source, name] = [textIn(row, kind), textIn(row, `${kind}Name`)];
  if (name === null) return source === null ? null : `${source} (not mapped)`;
  return source === null || source === name ? name : `${name} (${source})`;
}
