import {
  type DatasetRecord,
  downloadDataset,
  fillDataset,
  labelDatasetRow,
  listDataset,
  uploadDataset,
} from '#contract/ai/dataset.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { datasetCounts, datasetRows, isClassified } from '#domain/ai/dataset/dataset-page.ts';
import { labelBy, settledOf, withoutOthers } from '#domain/ai/dataset/row-state.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { rowsOf, storedRow } from '#server/kit/db/rows.ts';
import { byCommand, done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { lineOf, type ReadJsonLines, readDatasetFile } from './dataset-file.ts';
import { addTexts } from './dataset-texts.ts';
import { openDescriptions } from './open-jobs.ts';

/** The dataset of descriptions. `readLines` reads an uploaded file. */
export const datasetRoutes = (readLines: ReadJsonLines): Handler[] => [
  handle(listDataset, async ({ cust, page, perPage, ...question }, { services: { db }, actor }) => {
    const all = await rowsOf(db, cust, 'datasetRow');
    const found = datasetRows(all, question, actor.userId);
    const rows = found.slice((page - 1) * perPage, page * perPage).map((row) => recordOf(row, actor.userId));
    return ok({
      total: found.length,
      totalPages: Math.max(1, Math.ceil(found.length / perPage)),
      rows,
      ...datasetCounts(all),
    });
  }),
  handle(labelDatasetRow, { audit: byCommand }, async ({ cust, id, shift, rate }, call) => {
    const { userId } = call.actor;
    const saved = await callCommand(call, cust, 'dataset.label.v1', { id, userId, reading: { shift, rate } });
    if (!saved.ok) return saved;
    const row = await storedRow(call.services.db, cust, 'datasetRow', id);
    return row ? ok(recordOf(row.row, userId)) : no(absent('datasetRow', id));
  }),
  handle(fillDataset, { audit: 'ai.dataset.fill', ownTransactions: true }, async ({ cust }, { services: { db }, record }) => {
    const { added, known, left } = await addTexts(db, cust, await openDescriptions(db, cust));
    return done({ added, known, left }, await record(db, { facts: { added } }));
  }),
  handle(
    uploadDataset,
    { audit: 'ai.dataset.upload', ownTransactions: true },
    async ({ cust, file, fileName }, { services: { db, now }, actor, record }) => {
      const read = await readDatasetFile(readLines, { customerId: cust, file }, { by: actor.name, at: now().toISOString() });
      if (!read.ok) return read;
      const { texts, refused, refusedLines } = read.value;
      const { added, changed, left } = await addTexts(db, cust, texts);
      const facts = { added, changed, refusedLines, fileName };
      return done({ added, changed, left, refusedLines, refused: [...refused] }, await record(db, { facts }));
    },
  ),
  handle(downloadDataset, async ({ cust, which }, { services: { db } }) => {
    const rows = await rowsOf(db, cust, 'datasetRow');
    const lines = rows.filter(({ split }) => which === 'all' || split === which).map((row) => `${lineOf(row)}\n`);
    return ok({ fileName: `dataset-${which}.jsonl`, contentType: 'application/x-ndjson; charset=utf-8', body: lines.join('') });
  }),
];

/** A row as the documented call shows it to one person. */
function recordOf(row: DatasetRow, userId: number): DatasetRecord {
  const { digest: _digest, ...shown } = withoutOthers(row, userId);
  const reading = labelBy(row, userId)?.reading ?? settledOf(row);
  return { ...shown, shift: reading?.shift ?? null, rate: reading?.rate ?? null, classified: isClassified(row, userId) };
}
