import { expect, test } from 'vitest';
import { backupFolder, backupName, outdated, takenAtOf } from './kept-backups.ts';

const day = 86_400_000;
/** A backup at 02:40 on each of the last days; the newest on Monday, 2026-11-23. */
const nightly = (days: number, skip: (day: number) => boolean = () => false) =>
  Array.from({ length: days }, (_, i) => ({ takenAt: new Date(Date.parse('2026-11-23T02:40:00Z') - i * day) })).filter(
    (_, i) => !skip(i),
  );
const keptDays = (backups: readonly { takenAt: Date }[]) => {
  const gone = new Set(outdated(backups));
  return backups.filter((backup) => !gone.has(backup)).map(({ takenAt }) => takenAt.toISOString().slice(5, 10));
};

test('the newest of seven days and of four weeks are kept', () => {
  // Of the week of the newest one there is only Monday; the weeks before keep their Sunday.
  expect(keptDays(nightly(60))).toEqual(['11-23', '11-22', '11-21', '11-20', '11-19', '11-18', '11-17', '11-15', '11-08']);
  expect(keptDays(nightly(5))).toHaveLength(5);
  expect(outdated([])).toEqual([]);
});

test('nights without a backup do not shorten what is kept', () => {
  expect(keptDays(nightly(60, (i) => i > 0 && i < 30))).toEqual([
    '11-23',
    '10-24',
    '10-23',
    '10-22',
    '10-21',
    '10-20',
    '10-19',
    '10-18',
    '10-11',
  ]);
});

test('of several backups of a day the newest is kept, in any order of the list', () => {
  const times = ['2026-11-23T02:40:00Z', '2026-11-23T09:00:00Z', '2026-11-22T23:59:59Z'].map((at) => ({ takenAt: new Date(at) }));
  expect(outdated(times)).toEqual([times[0]]);
});

test('deleting day after day keeps the weeks', () => {
  let kept: { takenAt: Date }[] = [];
  for (const backup of nightly(80).toReversed()) {
    const gone = new Set(outdated([...kept, backup]));
    kept = [...kept, backup].filter((one) => !gone.has(one));
  }
  expect(keptDays(kept)).toEqual(['11-08', '11-15', '11-17', '11-18', '11-19', '11-20', '11-21', '11-22', '11-23']);
});

test('a file name carries its moment, and other names are not touched', () => {
  const takenAt = new Date('2026-11-23T02:40:07.123Z');
  expect(backupName(takenAt)).toBe('jobdock-2026-11-23T024007Z.backup');
  expect(takenAtOf(backupName(takenAt))).toEqual(new Date('2026-11-23T02:40:07Z'));
  for (const name of ['jobdock-2026-11-23T024007Z.backup.part', 'before-upgrade.backup', 'jobdock-2026.backup'])
    expect(takenAtOf(name)).toBeUndefined();
});

test('the folder is in the data folder, another one, or off', () => {
  expect(backupFolder('/data', undefined)).toBe('/data/backups');
  expect(backupFolder('/data', '/mnt/elsewhere')).toBe('/mnt/elsewhere');
  expect(backupFolder('/data', 'off')).toBeUndefined();
});
