import { buildTermIndex, termCandidates } from '#domain/mapping/term/term-index.ts';
import type { TermTarget } from '#domain/mapping/term/term-types.ts';
import { readCsv } from './real-data.ts';

const plain = (name: string | undefined): string => (name ?? '').replace(/^\*+/, '');

/** Prints how the values of a real VMS export match two platforms' reference lists. */
export function reportCatalogues(): void {
  const jobs = readCsv('jobs/vms-export-travel-jobs-314.csv');
  const values = [
    ...new Map(
      jobs.map((job) => [
        `${job['Profession']} | ${job['Specialty']}`,
        { degree: job['Profession'] ?? '', text: job['Specialty'] ?? '' },
      ]),
    ).values(),
  ];
  const a = readCsv('titles/catalogue-a-specialties.csv').map(
    (row, i): TermTarget<number> => ({ id: i, name: row['specialty'] ?? '', degree: plain(row['profession']) }),
  );
  const b = readCsv('titles/catalogue-b-specialties.csv').map(
    (row, i): TermTarget<number> => ({ id: i, name: row['specialty'] ?? '' }),
  );
  const indexes = { a: buildTermIndex('specialty', a), b: buildTermIndex('specialty', b) };
  const answers = values
    .sort((x, y) => x.degree.localeCompare(y.degree) || x.text.localeCompare(y.text))
    .map((value) => {
      const [inA] = termCandidates(indexes.a, value, 1);
      const [inB] = termCandidates(indexes.b, value, 1);
      const target = a[inA?.id ?? -1];
      return {
        value: `${value.degree} | ${value.text}`,
        'catalogue a': `${target?.name} [${target?.degree}]`,
        'a %': inA?.certainty ?? 0,
        'catalogue b': b[inB?.id ?? -1]?.name ?? '',
        'b %': inB?.certainty ?? 0,
      };
    });
  console.log(
    `\nSpecialties: ${answers.length} values of a VMS export in two reference lists (certainty in per cent; below 50 it abstains: none fits, or several alike)`,
  );
  console.table(answers);
  const sure = (key: 'a %' | 'b %'): number => answers.filter((one) => one[key] >= 50).length;
  console.log(
    `answered at 50 and above: a ${sure('a %')}, b ${sure('b %')} of ${answers.length}; misses in a: ${answers
      .filter((one) => one['a %'] < 50)
      .map((one) => one.value)
      .join('; ')}`,
  );
}
