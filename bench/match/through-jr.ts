import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Papa from 'papaparse';
import { type JrLists, proposerToJr, proposerToTarget, type TargetSpecialty } from '#domain/submissions/propose-pairs.ts';
import { readCsv } from './real-data.ts';

const migration = 'server/kit/db/migrations/982-jr-lists.sql';
const certainAt = 95;

/** The lists that Jobdock begins with, from the migration that adds them. Ids are places, from 1. */
function jrLists(): JrLists {
  const text = readFileSync(resolve(migration), 'utf8');
  const listOf = (kind: string) => {
    const body = new RegExp(`select '${kind}', unnest\\(array\\[([\\s\\S]*?)\\n\\]\\)`).exec(text)?.[1] ?? '';
    return Array.from(body.matchAll(/'((?:[^']|'')*)'/g), ([, name = ''], i) => ({
      id: i + 1,
      name: name.replaceAll("''", "'"),
    }));
  };
  return { degrees: listOf('degree'), specialties: listOf('specialty') };
}

type Proposed = {
  readonly id: string;
  readonly pair: string;
  readonly toJr: number;
  readonly toB: number;
  readonly line: number | null;
};

/** Every pair of catalogue a through Jobdock's own lists to catalogue b. Certainties are 0 where nothing is proposed. */
function proposeAll(): Proposed[] {
  const jr = jrLists();
  const degrees = readCsv('titles/catalogue-b-professions.csv').map((row, i) => ({ id: i + 1, name: row['profession'] ?? '' }));
  const specialties = readCsv('titles/catalogue-b-specialties.csv').map(
    (row, i): TargetSpecialty => ({ id: i + 1, name: row['specialty'] ?? '', degreeId: 0, degree: '' }),
  );
  const toJr = proposerToJr(jr);
  const toB = proposerToTarget({ degrees, specialties });
  const nameOf = (list: JrLists['degrees'], id: number) => list[id - 1]?.name ?? '';
  return readCsv('titles/catalogue-a-specialties.csv').map((row) => {
    const names = { degree: row['profession'] ?? '', specialty: row['specialty'] ?? '' };
    const first = toJr(names);
    const between = first && { degree: nameOf(jr.degrees, first.degreeId), specialty: nameOf(jr.specialties, first.specialtyId) };
    const second = between && toB(between);
    return {
      id: row['specialty_id'] ?? '',
      pair: `${names.degree} | ${names.specialty} -> ${between?.degree ?? '-'} | ${between?.specialty ?? '-'} -> ${nameOf(degrees, second?.degreeId ?? 0) || '-'} | ${nameOf(specialties, second?.specialtyId ?? 0) || '-'}`,
      toJr: first?.certainty ?? 0,
      toB: second?.certainty ?? 0,
      line: second?.specialtyId ?? null,
    };
  });
}

/** Prints how catalogue a maps through Jobdock's own lists to catalogue b, and how many proposals of the labeled ones are right. */
export function reportThroughJr(): void {
  const all = proposeAll();
  const count = (test: (one: Proposed) => boolean): string => {
    const found = all.filter(test).length;
    return `${found} (${((100 * found) / all.length).toFixed(1)} %)`;
  };
  console.log(`\nCatalogue a through Jobdock's own lists to catalogue b: ${all.length} pairs`);
  console.log(
    `  a -> JR proposed ${count(({ toJr }) => toJr > 0)}, at ${certainAt} and above ${count(({ toJr }) => toJr >= certainAt)}`,
  );
  console.log(
    `  a -> JR -> b proposed ${count(({ toB }) => toB > 0)}, both at ${certainAt} and above ${count((one) => isCertain(one))}`,
  );
  const labels = Papa.parse<Record<string, string>>(readFileSync(resolve('bench/match/labels-a-in-b.csv'), 'utf8').trim(), {
    header: true,
  }).data;
  const lines = new Map(
    labels.map((label) => [label['specialty_id'], (label['lines'] ?? '').split(' ').filter(Boolean).map(Number)]),
  );
  const judged = all.flatMap((one) => {
    const right = lines.get(one.id);
    return right === undefined || one.line === null ? [] : [{ ...one, isRight: right.includes(one.line) }];
  });
  const rightOf = (some: typeof judged) => `${some.filter(({ isRight }) => isRight).length} of ${some.length} right`;
  console.log(`  labeled by hand: ${rightOf(judged)}; at ${certainAt} and above ${rightOf(judged.filter(isCertain))}`);
  for (const { pair, toJr, toB } of judged.filter((one) => !one.isRight && isCertain(one)))
    console.log(`  wrong at ${certainAt} and above: ${pair} (${toJr}, ${toB})`);
}

const isCertain = ({ toJr, toB }: Proposed): boolean => toJr >= certainAt && toB >= certainAt;
