import { no, ok } from '#contract/kit/result.ts';
import type { PremapLine } from '#contract/mapping/premap.ts';
import {
  checkPremap,
  commitPremap,
  premapTemplate,
  readPremap,
  readPremapFile,
  readPremapTemplate,
} from '#contract/mapping/premap.ts';
import { checkedLines } from '#domain/mapping/premap.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import type { NamedColumn } from '#server/parsing/named-table.ts';
import { readTableApart } from '#server/parsing/read-apart.ts';
import { refusedFile } from '#server/parsing/refused-file.ts';
import { type StoredTarget, targetMappedFor } from '#server/targets/target-rows.ts';
import { queueRun } from '../runs/run-rows.ts';
import { storedLines, storeLines, termListsOf } from '../values/premap-lines.ts';

const mostLines = 10_000;
const column = (headings: readonly string[], label: string, needs: NamedColumn['needs']) => ({
  headings,
  label,
  needs,
  longest: 200,
});
const columns = {
  jrDegree: column(['jrDegree', 'degree'], 'degree', 'column'),
  jrSpecialty: column(['jrSpecialty', 'specialty'], 'specialty', 'neither'),
  atsDegree: column(['atsDegree', 'mappedDegree'], 'ATS degree', 'column'),
  atsSpecialty: column(['atsSpecialty', 'mappedSpecialty'], 'ATS specialty', 'neither'),
  exclude: column(['exclude', 'excluded'], 'exclude', 'neither'),
};
/** Cell values that mean yes. */
const yes = new Set(['1', 'true', 'yes', 'y', 'x']);

export const premapRoutes: Handler[] = [
  handle(readPremap, { load: { target: targetMappedFor('targetId') } }, async ({ me }, { services: { db } }, { target }) =>
    ok(await checked(db, target, await storedLines(db, me, target.row.id))),
  ),
  handle(
    readPremapFile,
    { audit: onlyReads, load: { target: targetMappedFor('targetId') } },
    async ({ me, file }, { services: { db } }, { target }) => {
      const read = await readTableApart(file, { columns, mostRows: mostLines }, { customerId: me });
      if (!read.ok) return refusedFile(read.error);
      const { rows, refused } = read.value;
      const answer = await checked(
        db,
        target,
        rows.map(({ cells: { exclude, ...cells } }) => ({ ...cells, ...unchecked, exclude: yes.has(exclude.toLowerCase()) })),
      );
      // Unreadable rows are listed too, so that the user sees every row of the file.
      const broken = refused.map(({ row, problems }) => ({
        ...blank,
        problem: `Row ${row}: ${problems.map(({ problem, remedy }) => `${problem} ${remedy}`).join(' ')}`,
      }));
      const fullLst = [...answer.fullLst, ...broken];
      return ok({ ...summed(fullLst), fullLst });
    },
  ),
  handle(
    checkPremap,
    { audit: onlyReads, load: { target: targetMappedFor('targetId') } },
    async ({ lines }, { services }, { target }) => ok(await checked(services.db, target, lines)),
  ),
  handle(
    commitPremap,
    { audit: 'premap.commit', load: { target: targetMappedFor('targetId') } },
    async ({ me, lines }, { services, tx, actor }, { target }) => {
      const targetId = target.row.id;
      const answer = await checked(tx, target, lines);
      if (answer.hasErrors) {
        const at = answer.fullLst.findIndex(({ problem }) => problem !== null);
        return no({ kind: 'invalid' as const, fields: { [`lines.${at}`]: answer.fullLst[at]?.problem ?? answer.message } });
      }
      await storeLines(tx, me, targetId, answer.fullLst);
      const asked = { customerId: me, targetId, by: actor, now: services.now() };
      const runId = await queueRun(tx, { ...asked, work: { kind: 'premap' }, name: 'Map degrees and specialties by the premap' });
      const kept = counted(answer.fullLst.length, 'row');
      const message =
        runId === null ? `${kept} kept. Another run over this target goes on: commit again after it.` : `${kept} kept`;
      return done(
        { ...answer, message, runId },
        { object: ['target', targetId], facts: { lines: answer.fullLst.length, runId } },
      );
    },
  ),
  handle(readPremapTemplate, async () =>
    ok({
      body: premapTemplate,
      contentType: 'text/csv; charset=utf-8',
      fileName: 'premap.csv',
    }),
  ),
];

const unchecked = { isAtsDegreeCorrect: true, isAtsSpecialtyCorrect: true, problem: null };
const blank: PremapLine = { jrDegree: '', jrSpecialty: '', atsDegree: '', atsSpecialty: '', exclude: false, ...unchecked };
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function checked(db: Db | Tx, { customerId, row }: StoredTarget, lines: readonly PremapLine[]) {
  const fullLst = checkedLines(lines, await termListsOf(db, customerId, row));
  return { ...summed(fullLst), fullLst };
}

function summed(lines: readonly PremapLine[]): { hasErrors: boolean; message: string } {
  const wrong = lines.filter(({ problem }) => problem !== null).length;
  return { hasErrors: wrong > 0, message: `${counted(lines.length, 'row')}, ${wrong === 0 ? 'none' : wrong} to fix` };
}
