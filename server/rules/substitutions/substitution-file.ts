import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '#contract/kit/result.ts';
import type { SubstitutionRuleRow, SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { substitutionProblem } from '#domain/rules/substitute.ts';
import { auditRow } from '#server/commands/record.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { readLinesApart } from '#server/parsing/read-apart.ts';
import { type RefusedFile, refusedFile } from '#server/parsing/refused-file.ts';
import type { FileLine } from '#server/parsing/text-lines.ts';
import { readSubstitutions } from './read-substitutions.ts';

type Added = { added: number; same: number; refused: { line: number; words: string }[] };
type Wanted = { readonly rule: string; readonly name: string };

/** Adds substitution rules from a file with two columns, rule and name. Existing ones stay. Writes all new rules or none. */
export async function addSubstitutionFile(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  customerId: number,
  objectType: SubstitutionType,
  sent: { file: Uint8Array; fileName: string },
): Promise<Result<Added, RefusedFile>> {
  const read = await readLinesApart(sent.file, { customerId });
  if (!read.ok) return refusedFile(read.error);
  const { wanted, refused } = await wantedIn(read.value);
  const at = now().toISOString();
  const added = await db.transaction().execute(async (tx) => {
    const held = await readSubstitutions(tx, customerId);
    const targets = new Map(
      held.targets.flatMap((row) => (row.objectType === objectType ? [[fold(row.name), row] as const] : [])),
    );
    const rules = new Set(held.rules.flatMap((row) => (row.objectType === objectType ? [`${row.rule} ${row.targetId}`] : [])));
    const fresh = new Map<string, string>();
    // The first spelling of a name is used.
    for (const { name } of wanted) if (!targets.has(fold(name)) && !fresh.has(fold(name))) fresh.set(fold(name), name);
    const made = { version: 1, by: actor.name, at, ref: null, purged: false } as const;
    const targetIds = await nextIds(tx, 'substitutionTarget', fresh.size);
    const named = [...fresh.values()].map(
      (name, i): SubstitutionTargetRow => ({ ...made, id: targetIds[i] ?? 0, objectType, name }),
    );
    for (const row of named) targets.set(fold(row.name), row);
    const missing = wanted.flatMap(({ rule, name }) => {
      const targetId = targets.get(fold(name))?.id ?? 0;
      return rules.has(`${rule} ${targetId}`) ? [] : [{ rule, targetId }];
    });
    const ids = await nextIds(tx, 'substitutionRule', missing.length);
    const rows = missing.map(
      (one, i): SubstitutionRuleRow => ({ ...made, ...one, id: ids[i] ?? 0, objectType, ruleType: 6, caseSensitive: false }),
    );
    const publications: Publication[] = [
      ...named.map((row) => ({ collection: 'substitutionTarget', row }) as const),
      ...rows.map((row) => ({ collection: 'substitutionRule', row }) as const),
    ];
    const args = { fileName: sent.fileName, rules: rows.map(({ id }) => id) };
    const record = { actor, customerId, name: 'substitutionRule.upload', args, pre: {}, now: now(), decidedAt: null, lane: null };
    await writeRows(tx, customerId, publications, (rev) => [auditRow(record, { writes: [], book: rowSet(), rev })]);
    return rows.length;
  });
  return ok({ added, same: wanted.length - added, refused });
}

const fold = (name: string): string => name.trim().toLowerCase();

/** Lines that are judged in one turn of the event loop: the engine compiles each rule. */
const linesPerTurn = 100;

async function wantedIn(lines: readonly FileLine[]): Promise<{ wanted: Wanted[]; refused: Added['refused'] }> {
  const refused: Added['refused'] = [];
  const wanted = new Map<string, Wanted>();
  for (const [i, { line, cells }] of lines.entries()) {
    if (i % linesPerTurn === 0) await nextTurn();
    const [rule = '', name = ''] = cells.map((cell) => cell.trim());
    if (line === 1 && /^rule$/i.test(rule)) continue;
    const problem =
      cells.length < 2 || name === '' ? 'Write the rule, then the name that it rewrites to.' : substitutionProblem(rule);
    if (problem) refused.push({ line, words: problem });
    else wanted.set(`${rule} ${fold(name)}`, { rule, name });
  }
  return { wanted: [...wanted.values()], refused };
}
