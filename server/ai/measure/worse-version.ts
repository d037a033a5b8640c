import { type AiMeasurement, mostLostRows, type WorseVersion } from '#contract/ai/measurements.ts';
import { compareResults } from '#domain/ai/measure/compare.ts';
import { wrongProperties } from '#domain/ai/measure/measure.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { measuredRows, measurementsOf } from './measurement-rows.ts';

type Versions = { readonly promptId: number; readonly production: number | null; readonly next: number };
type Compared = WorseVersion['comparisons'][number];

/**
 * Whether a version gets fewer test rows right than the one in production, on any dataset that both were measured on with their own
 * models; null if not, or if it is not known. Labels count as they are today.
 */
export async function worseVersion(tx: Tx, { promptId, production, next }: Versions): Promise<WorseVersion | null> {
  if (production === null || production === next) return null;
  const measured = (await measurementsOf(tx, promptId)).filter(({ split, ownModel }) => split === 'test' && ownModel);
  const newest = (version: number, customerId: number) =>
    measured.find((one) => one.version === version && one.customerId === customerId);
  const comparisons: Compared[] = [];
  const used: number[] = [];
  for (const customerId of new Set(measured.map((one) => one.customerId))) {
    const [before, now] = [newest(production, customerId), newest(next, customerId)];
    if (!before || !now) continue;
    const compared = await compare(tx, before, now);
    used.push(before.id, now.id);
    if (compared.lost > compared.won) comparisons.push(compared);
  }
  if (comparisons.length === 0) return null;
  const token = `${production}-${next}:${used.join('.')}:${comparisons.map(({ lost, won }) => `${lost}.${won}`).join('-')}`;
  return { message: messageOf(comparisons, { production, next }), token, comparisons };
}

async function compare(tx: Tx, before: AiMeasurement, now: AiMeasurement): Promise<Compared> {
  const [old, rows] = [await measuredRows(tx, before), await measuredRows(tx, now)];
  const resultsOf = (of: typeof rows) => new Map(of.map((one) => [one.id, wrongProperties(one).length === 0] as const));
  const { lost, won, chance, rows: both } = compareResults(resultsOf(old), resultsOf(rows));
  const lostRows = rows.filter(({ id }) => lost.includes(id)).slice(0, mostLostRows);
  return {
    customerId: now.customerId,
    customer: now.customer,
    measurementId: now.id,
    rows: both,
    lost: lost.length,
    won: won.length,
    chance,
    lostRows: lostRows.map(({ row }) => ({ rowId: row.id, description: excerptOf(row.description) })),
  };
}

const excerptOf = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
};

function messageOf(
  comparisons: readonly Compared[],
  { production, next }: { readonly production: number; readonly next: number },
) {
  const parts = comparisons.map(
    ({ customer, rows, lost, won, chance }) =>
      `of ${rows} test rows of ${customer} it loses ${lost} and wins ${won}${chance >= 0.05 ? ', which may be chance' : ''}`,
  );
  return `Version ${next} is worse than version ${production}, which is in production: ${parts.join('; ')}.`;
}
