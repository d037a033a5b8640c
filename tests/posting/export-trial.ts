import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { ingest } from '#domain/jobs/ingest.ts';
import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { doubles } from '#server/demo/doubles.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { sentOrder } from '#tests/support/factories/field-mapping-factory.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { type LoadTrialJob, postTrial, typeOf } from './post-trial.ts';

/** What became of a vendor's export at a target. `truncated`: values that were cut at the length of their field, by field. */
export type ExportEnd = {
  readonly jobs: number;
  readonly accepted: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly truncated: Readonly<Record<string, number>>;
};

const at = '2026-11-01T00:00:00.000Z';

/** Reads a vendor's export as a collection does. `unread`: rows that give no job. */
export async function readExport(
  bytes: Uint8Array,
): Promise<{ readonly jobs: readonly CollectedJob[]; readonly unread: number }> {
  const read = await collectRecords(bytes, { today: '2025-01-10' });
  if (!read.ok) throw new Error(read.error.words);
  return { jobs: read.value.jobs, unread: read.value.refused.length };
}

/**
 * Posts the jobs of an export to the double of a kind, with the lines that a target of the kind begins with. Each facility, degree and
 * specialty of the export is mapped to a value that the double knows, in turn; where the export names no facility, its place counts
 * as one.
 */
export async function postExport(kind: AdapterName, jobs: readonly CollectedJob[]): Promise<ExportEnd> {
  const load = loadFrom(kind, jobs);
  const { rows } = await postTrial({ kind, posts: jobs.length, seed: 1, faults: 0 }, load);
  const cut = rows.flatMap((due) =>
    load(due).order.fields.trace.flatMap(({ line, cut: isCut }) => (isCut ? [`${line.atsField}, ${line.maxLength}`] : [])),
  );
  return {
    jobs: jobs.length,
    accepted: rows.filter(({ state }) => state === 'done').length,
    refused: counted(rows.flatMap(({ state, words }) => (state === 'done' ? [] : [words ?? state]))),
    truncated: counted(cut),
  };
}

function loadFrom(kind: AdapterName, jobs: readonly CollectedJob[]): LoadTrialJob {
  const typeId = typeOf(kind);
  const target = aTarget({ typeId, maps: [] });
  const known = { ...doubles[kind].values, shift: [] };
  const places = jobs.map(({ facility, city, state }) => facility ?? [city, state].filter(Boolean).join(', '));
  const turnsOf = (texts: readonly (string | null)[]) => new Map([...new Set(texts)].map((text, turn) => [text, turn]));
  const turns = {
    facility: turnsOf(places),
    degree: turnsOf(jobs.map(({ degree }) => degree)),
    specialty: turnsOf(jobs.map(({ specialty }) => specialty)),
  };
  return (due) => {
    const collected = jobs[due.jobId];
    if (!collected) throw new Error(`no job ${due.jobId}`);
    const value = (of: Exclude<MapKind, 'shift'>, text: string | null): AtsValueRow | null => {
      const extId = known[of][(turns[of].get(text) ?? 0) % Math.max(1, known[of].length)];
      if (text === null || text === '' || extId === undefined) return null;
      const { city, state, zip } = collected;
      return { id: 1, targetId: 1, kind: of, extId, name: text, parentId: null, address: null, city, state, zip, active: true };
    };
    const mapped = {
      facility: value('facility', places[due.jobId] ?? null),
      degree: value('degree', collected.degree),
      specialty: value('specialty', collected.specialty),
      shift: null,
    };
    const job = jobOf(collected, due.jobId);
    const order = sentOrder({ reference: due.reference, job, mapped }, typeId);
    return { job, target, values: new Map(), order, sent: null, follow: null, floor: null, others: [] };
  };
}

function jobOf(collected: CollectedJob, id: number) {
  const { providerJobId } = collected;
  const noText = { facilityValueId: null, degreeValueId: null, specialtyValueId: null, shiftValueId: null };
  return ingest(null, collected, { id, taskId: 1, sourceId: 1, source: 'Export', providerJobId, ...noText }, at).row;
}

function counted(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}
