// npm run -s match -- --kind facility|degree|specialty|shift --targets T.csv --inputs I.csv
// Prints "id,target,certainty": for each input row, the most probable value of T and its probability in percent.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { facilityCandidates } from '#domain/mapping/facility/facility-candidates.ts';
import { buildFacilityIndex } from '#domain/mapping/facility/facility-index.ts';
import { shiftCandidates } from '#domain/mapping/shift-candidates.ts';
import { buildTermIndex, termCandidates } from '#domain/mapping/term/term-index.ts';
import { parseShift } from '#domain/parsing/parse-shift.ts';

const KINDS = ['facility', 'degree', 'specialty', 'shift'] as const;
type Kind = (typeof KINDS)[number];

const USAGE = `usage: npm run -s match -- --kind ${KINDS.join('|')} --targets TARGETS.csv --inputs INPUTS.csv`;

/** Accepted headings of each column, best first; compared in lower case. */
const HEADINGS = {
  id: ['id', 'pair_id', 'ccn', 'target_ccn', 'target_id', 'external_id', 'source_id'],
  name: ['name', 'source_name', 'facility', 'facility_name', 'target_name', 'text', 'specialty', 'shift', 'title', 'degree'],
  degree: ['degree', 'profession', 'within'],
  aliases: ['aliases', 'alias', 'former_name', 'former_names', 'aka', 'dba'],
  address: ['address', 'source_address', 'street', 'street_address'],
  city: ['city', 'source_city'],
  state: ['state', 'source_state'],
  zip: ['zip', 'source_zip', 'zip_code', 'zipcode', 'postal_code'],
} as const;
type Column = keyof typeof HEADINGS;
const TEXTS = ['name', 'degree', 'aliases', 'address', 'city', 'state', 'zip'] as const satisfies readonly Column[];
const TARGET_IDS = ['id', 'ccn', 'target_ccn', 'target_id', 'external_id'];

type Row = { readonly id: string } & Readonly<Record<Exclude<Column, 'id'>, string>>;
type Answer = { readonly id: string; readonly certainty: number };

/** An argument error: printed as one sentence, without a stack. */
class BadInput extends Error {}

function main(): void {
  const { kind, targets, inputs } = readArgs();
  const best = finders[kind](readRows(targets, TARGET_IDS));
  const lines = readRows(inputs, HEADINGS.id).map((row) => {
    const found = best(row);
    return [row.id, found?.id ?? '', found?.certainty ?? 0];
  });
  process.stdout.write(`${Papa.unparse({ fields: ['id', 'target', 'certainty'], data: lines }, { newline: '\n' })}\n`);
}

const finders: Record<Kind, (targets: readonly Row[]) => (input: Row) => Answer | undefined> = {
  facility(targets) {
    // Names between bars are other names of the same facility.
    const named = (row: Row) => ({ ...row, name: [row.name, ...namesIn(row.aliases)].join(' | ') });
    const index = buildFacilityIndex(targets.map(named));
    return (input) => facilityCandidates(index, input, 1)[0];
  },
  degree: (targets) => termFinder('degree', targets),
  specialty: (targets) => termFinder('specialty', targets),
  shift(targets) {
    const parsed = targets.map(({ id, name }) => ({ id, name, parts: parseShift(name) }));
    return ({ name }) => shiftCandidates(parsed, { text: name, parts: parseShift(name) }, 1)[0];
  },
};

function termFinder(kind: 'degree' | 'specialty', targets: readonly Row[]) {
  const degreeOf = (row: Row) => (kind === 'specialty' && row.degree !== '' ? row.degree : undefined);
  const index = buildTermIndex(
    kind,
    targets.map((row) => ({ id: row.id, name: row.name, aliases: namesIn(row.aliases), degree: degreeOf(row) })),
  );
  return (input: Row) => termCandidates(index, { text: input.name, degree: degreeOf(input) }, 1)[0];
}

/** Other names of a value, in one cell. */
const namesIn = (cell: string): string[] =>
  cell
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(Boolean);

function readArgs(): { kind: Kind; targets: string; inputs: string } {
  const { values } = parseArgs({
    options: { kind: { type: 'string', default: 'facility' }, targets: { type: 'string' }, inputs: { type: 'string' } },
    strict: true,
  });
  const kind = KINDS.find((one) => one === values.kind);
  if (!kind) throw new BadInput(`--kind ${values.kind}: choose ${KINDS.join(', ')}.\n${USAGE}`);
  if (!values.targets || !values.inputs) throw new BadInput(USAGE);
  return { kind, targets: values.targets, inputs: values.inputs };
}

function readRows(file: string, ids: readonly string[]): readonly Row[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(readText(file), { header: true, skipEmptyLines: 'greedy' });
  const fields = meta.fields ?? [];
  // Rows with too few cells are normal, because many lists omit trailing blanks. A broken quote makes the file unreadable.
  const broken = errors.find((error) => error.type === 'Quotes');
  if (broken) throw new BadInput(`${file}: line ${(broken.row ?? 0) + 2} cannot be read: ${broken.message}.`);
  const find = (headings: readonly string[]): string | undefined =>
    headings
      .map((heading) => fields.find((field) => field.trim().toLowerCase() === heading))
      .find((field) => field !== undefined);
  const columns = Object.fromEntries(
    Object.keys(HEADINGS).map((column) => [column, find(column === 'id' ? ids : HEADINGS[column as Column])]),
  );
  if (!columns['name'])
    throw new BadInput(
      `${file}: no column for the name (looked for ${HEADINGS.name.join(', ')}; the file has ${fields.join(', ') || 'none'}).`,
    );
  if (ids === TARGET_IDS && !columns['id'])
    throw new BadInput(`${file}: no column for the id (looked for ${ids.join(', ')}; the file has ${fields.join(', ')}).`);
  return data.map((row, i) => {
    const cell = (column: Column): string => row[columns[column] ?? '']?.trim() ?? '';
    if (!cell('name')) throw new BadInput(`${file}: line ${i + 2}: column ${columns['name']} is empty.`);
    const texts = Object.fromEntries(TEXTS.map((column) => [column, cell(column)])) as Omit<Row, 'id'>;
    return { id: cell('id') || String(i + 1), ...texts };
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new BadInput(`${file}: cannot be read (${error instanceof Error ? error.message : 'unknown reason'}).`);
  }
}

try {
  main();
} catch (error) {
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof BadInput) && !isArgument) throw error;
  console.error(isArgument ? `${error.message}\n${USAGE}` : error.message);
  process.exitCode = 2;
}
