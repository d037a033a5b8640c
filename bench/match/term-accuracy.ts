import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Papa from 'papaparse';
import { buildTermIndex, termCandidates } from '#domain/mapping/term/term-index.ts';
import type { TermTarget } from '#domain/mapping/term/term-types.ts';
import { foldOf, readCsv } from './real-data.ts';

type TermJudged = {
  readonly text: string;
  readonly answer: string;
  readonly certainty: number;
  readonly right: boolean;
  /** Whether the right value is among the first three. */
  readonly near: boolean;
  readonly hasAnswer: boolean;
  readonly aside: boolean;
};

/**
 * Catalogue a's specialties, without their professions, against the plain names of catalogue b. The labels are ours, by hand:
 * an id of list a and the rows of list b that mean the same (none: b has no counterpart). A hash of the text keeps half aside.
 */
function judgeCatalogue(): TermJudged[] {
  const b = readCsv('titles/catalogue-b-specialties.csv').map(
    (row, i): TermTarget<number> => ({ id: i + 1, name: row['specialty'] ?? '' }),
  );
  const texts = new Map(
    readCsv('titles/catalogue-a-specialties.csv').map((row) => [row['specialty_id'], row['specialty'] ?? '']),
  );
  const labels = Papa.parse<Record<string, string>>(readFileSync(resolve('bench/match/labels-a-in-b.csv'), 'utf8').trim(), {
    header: true,
  }).data;
  const index = buildTermIndex('specialty', b);
  return labels.map((label) => {
    const text = texts.get(label['specialty_id']) ?? '';
    const answers = (label['lines'] ?? '').split(' ').filter(Boolean).map(Number);
    const found = termCandidates(index, { text }, 3);
    const [best] = found;
    return {
      text,
      answer: b.find(({ id }) => id === best?.id)?.name ?? '',
      certainty: best?.certainty ?? 0,
      right: best !== undefined && answers.includes(best.id),
      near: found.some(({ id }) => answers.includes(id)),
      hasAnswer: answers.length > 0,
      aside: foldOf(`aside ${text.toLowerCase()}`) % 2 === 1,
    };
  });
}

const share = (part: number, whole: number): string => (whole > 0 ? (part / whole).toFixed(3) : '-');

/** Prints accuracy, certainty in bins, and the wrong answers at 95 and above, for the open half and the half kept aside. */
export function reportTerms(): void {
  const judged = judgeCatalogue();
  for (const aside of [false, true]) {
    const half = judged.filter((one) => one.aside === aside);
    const real = half.filter((one) => one.hasAnswer);
    const count = (test: (one: TermJudged) => boolean, of = real): string => share(of.filter(test).length, of.length);
    console.log(
      `\nSpecialties without a profession against plain names, ${aside ? 'half kept aside' : 'open half'}: ${real.length} with an answer, ${half.length - real.length} without`,
    );
    console.log(
      `  first answer right ${count((one) => one.right)}, among the first three ${count((one) => one.near)}; without an answer and below 50: ${count(
        (one) => one.certainty < 50,
        half.filter((one) => !one.hasAnswer),
      )}`,
    );
    for (const [from, below] of BINS) {
      const inBin = half.filter((one) => one.certainty >= from && one.certainty < below);
      console.log(`  certainty ${from} to ${Math.min(below, 100)}: ${inBin.length}, right ${count((one) => one.right, inBin)}`);
    }
    for (const one of half.filter(({ certainty, right }) => certainty >= 95 && !right))
      console.log(`  wrong at ${one.certainty}: ${one.text} -> ${one.answer}`);
    if (aside) continue;
    for (const one of half.filter(({ right, hasAnswer }) => hasAnswer && !right))
      console.log(`  missed: ${one.text} -> ${one.answer} (${one.certainty})`);
  }
}

const BINS = [
  [0, 20],
  [20, 50],
  [50, 80],
  [80, 95],
  [95, 101],
] as const;
