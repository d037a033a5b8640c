import type { ParserReading } from '#contract/collecting/parsed-document.ts';
import type { SampleChange } from '#contract/collecting/parsers.ts';
import type { Parser } from '#domain/parsers/parser.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { readSampleApart } from '#server/parsing/read-apart.ts';

/** Most samples of a parser. Each save of a token reads all of them, which takes about half a second for one. */
export const mostSamples = 5;

/** What a change of a parser does to its samples. Samples that stay the same are left out. */
export async function sampleChanges(db: Db, before: Parser, after: Parser, today: string): Promise<SampleChange[]> {
  const samples = await db
    .selectFrom('parser_sample')
    .select(['id', 'name', 'content'])
    .where('parser_id', '=', after.id)
    .orderBy('id', 'desc')
    .execute();
  const changes: SampleChange[] = [];
  for (const { id, name, content } of samples) {
    const question = { name, parser: after, earlier: before, rule: null, context: { today, dateOrder: 'MDY' as const } };
    // Waits for its turn: the change is stored already, so that a full queue must not refuse it.
    const read = await readSampleApart(content, question, { customerId: 0, background: true });
    if (!read.ok || !read.value.reading || !read.value.earlier) continue;
    const change = differences(read.value.earlier, read.value.reading);
    if (change) changes.push({ sample: id, name, ...change });
  }
  return changes;
}

function differences(before: ParserReading, after: ParserReading): Omit<SampleChange, 'sample' | 'name'> | undefined {
  const jobs = Math.max(before.records.length, after.records.length);
  const values = Array.from({ length: jobs }, (_, job) => {
    const [old, made] = [valuesOf(before, job), valuesOf(after, job)];
    return Array.from(new Set([...old.keys(), ...made.keys()]), (field) => ({
      job: job + 1,
      field,
      before: old.get(field) ?? null,
      after: made.get(field) ?? null,
    })).filter((value) => value.before !== value.after);
  }).flat();
  const [problemBefore, problem] = [problemOf(before), problemOf(after)];
  return values.length > 0 || problem !== problemBefore ? { values, problem, problemBefore } : undefined;
}

const valuesOf = ({ records }: ParserReading, job: number): Map<string, string> =>
  new Map((records[job]?.values ?? []).map(({ field, text }) => [field, text]));

/** Why no job comes of a sample. */
const problemOf = ({ problem, records, reason }: ParserReading): string =>
  problem ?? records.flatMap(({ problems }) => problems.map((one) => one.problem))[0] ?? reason;
