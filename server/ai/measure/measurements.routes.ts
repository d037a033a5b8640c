import { listAiMeasurements, listWrongRows, measureAiPrompt, wrongRowsOnPage } from '#contract/ai/measurements.ts';
import { no, ok } from '#contract/kit/result.ts';
import { wrongProperties } from '#domain/ai/measure/measure.ts';
import { operations } from '#domain/ai/operations.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { routeOf } from '../ask/ask-prompt.ts';
import { askedVersion, promptOf } from '../rows/prompt-rows.ts';
import { newestRun, startMeasureRun } from './measure-runs.ts';
import { labeledRows, measuredRows, measurementOf, measurementsOf } from './measurement-rows.ts';

export const measurementRoutes: Handler[] = [
  handle(
    measureAiPrompt,
    { audit: 'ai.prompt.measure', ownTransactions: true },
    async ({ cust, id, version, split, modelId }, { services, actor, record }) => {
      const { db } = services;
      const prompt = await askedVersion(db, id, version);
      if (!prompt) return no({ kind: 'not_found' });
      const refused = (field: string, words: string) => no({ kind: 'invalid' as const, fields: { [field]: words } });
      if (prompt.operation !== 1) return refused('id', `Only prompts for “${operations[1].name}” are measured on the dataset.`);
      const route = await routeOf({ db }, prompt, { test: true, ...(modelId !== null && { modelId }) });
      if (!route)
        return refused(
          'modelId',
          'The engine of this prompt is not connected, or has no such model. Connect it under AI models.',
        );
      const rows = (await labeledRows(db, cust, split)).length;
      if (rows === 0)
        return refused(
          'split',
          `The dataset of this customer has no settled ${split} row. Label descriptions under AI dataset first.`,
        );
      const started = await startMeasureRun(services, {
        customerId: cust,
        promptId: id,
        version,
        split,
        modelId,
        description: prompt.description,
        rows,
        by: actor,
        beside: (tx) => record(tx, { object: ['aiPrompt', id], facts: { name: prompt.description, version, split, rows } }),
      });
      if (!started)
        return unchanged({ message: 'This prompt is being measured already. Wait until it ends, or stop it.', work: null });
      const work = (await findLongWork(db, cust, started.runId)) ?? null;
      return done({ message: '', work }, started.receipt);
    },
  ),
  handle(listAiMeasurements, async ({ id }, { services: { db } }) =>
    (await promptOf(db, id))
      ? ok({ measurements: await measurementsOf(db, id), run: await newestRun(db, id) })
      : no({ kind: 'not_found' }),
  ),
  handle(listWrongRows, async ({ cust, id, page }, { services: { db } }) => {
    const measurement = await measurementOf(db, cust, id);
    if (!measurement) return no({ kind: 'not_found' });
    const wrong = (await measuredRows(db, measurement)).flatMap((measured) => {
      const properties = wrongProperties(measured);
      return properties.length === 0 ? [] : [{ ...measured, properties }];
    });
    const found = pageOf(wrong, { page, pageSize: wrongRowsOnPage });
    return ok({
      ...found,
      rows: found.rows.map(({ row, truth, answer, properties }) => ({
        rowId: row.id,
        description: row.description,
        outcome: answer.outcome,
        wrong: properties,
        read: answer.reading,
        labeled: truth,
      })),
    });
  }),
];
