// npm run -s match -- --targets T.csv --inputs I.csv
// Prints "id,target,certainty": for each input row, the most probable facility of T and its probability in percent.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { facilityCandidates } from '#domain/mapping/facility/facility-candidates.ts';
import { buildFacilityIndex, type FacilityTarget, type FacilityText } from '#domain/mapping/facility/facility-index.ts';

const USAGE = 'usage: npm run -s match -- --targets TARGETS.csv --inputs INPUTS.csv';

/** Accepted headings of each column, best first; compared in lower case. */
const HEADINGS = {
  id: ['id', 'pair_id', 'ccn', 'target_ccn', 'target_id', 'external_id', 'source_id'],
  name: ['name', 'source_name', 'facility', 'facility_name', 'target_name'],
  address: ['address', 'source_address', 'street', 'street_address'],
  city: ['city', 'source_city'],
  state: ['state', 'source_state'],
  zip: ['zip', 'source_zip', 'zip_code', 'zipcode', 'postal_code'],
} as const;
type Column = keyof typeof HEADINGS;
const TARGET_IDS = ['id', 'ccn', 'target_ccn', 'target_id', 'external_id'];

type Row = { readonly id: string; readonly text: FacilityText };

/** An argument error: printed as one sentence, without a stack. */
class BadInput extends Error {}

function main(): void {
  const { targets, inputs } = readArgs();
  const index = buildFacilityIndex(
    readRows(targets, TARGET_IDS).map(({ id, text }): FacilityTarget<string> => ({ ...text, id })),
  );
  const lines = readRows(inputs, HEADINGS.id).map(({ id, text }) => {
    const [best] = facilityCandidates(index, text, 1);
    return [id, best?.id ?? '', best?.certainty ?? 0];
  });
  process.stdout.write(`${Papa.unparse({ fields: ['id', 'target', 'certainty'], data: lines }, { newline: '\n' })}\n`);
}

function readArgs(): { targets: string; inputs: string } {
  const { values } = parseArgs({ options: { targets: { type: 'string' }, inputs: { type: 'string' } }, strict: true });
  if (!values.targets || !values.inputs) throw new BadInput(USAGE);
  return { targets: values.targets, inputs: values.inputs };
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
    const text = { name: cell('name'), address: cell('address'), city: cell('city'), state: cell('state'), zip: cell('zip') };
    return { id: cell('id') || String(i + 1), text };
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
