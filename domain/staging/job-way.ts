import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { JobStep } from '#contract/staging/find-job.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { textOf } from '../fields/values.ts';
import { type MapValues, mapKinds, mappingOf, valuesAt } from '../jobs/mapping-of.ts';
import type { FlexMapping } from '../posting/flex-mapping/flex-line.ts';
import { mayPost } from '../posting/may-post.ts';
import { neededKinds } from '../posting/needed-kinds.ts';
import type { RateFloor } from '../posting/rate-floor.ts';
import { receiptFor, standsThere } from '../posting/receipts.ts';
import type { OtherOrder } from '../same-order/other-orders.ts';

type Values = JobStep['values'];

/** What a job's way depends on besides the job. What only the service knows is null or empty on a device. */
export type WayGround = {
  readonly target: TargetRow | null;
  readonly values: MapValues;
  /** Name of an ATS value. */
  readonly nameOf: (kind: MapKind, id: string) => string;
  /** When a rule last changed the job; null if no rule did, or if it is not known. */
  readonly ruledAt: string | null;
  /** When a mapping of the job last changed; null if none did, or if it is not known. */
  readonly mappedAt: string | null;
  /** The values last sent to the target; null if nothing was sent, or if it is not known. */
  readonly sent: Values | null;
  /** Why a rule on export keeps the job from being posted; null if none does, or if it is not known. */
  readonly keptBy: string | null;
  readonly floor: RateFloor | null;
  readonly flex: FlexMapping | null;
  /** The same order at other sources. */
  readonly others: readonly OtherOrder[];
};

/** How far a job came, stage by stage: collected, ruled, mapped, posted, and what the ATS answered. */
export function jobWay(job: JobRow, ground: WayGround): JobStep[] {
  const steps = [collected(job), ruled(job, ground), mapped(job, ground)];
  const { target } = ground;
  if (!target) return [...steps, { ...later('posted'), text: 'There is no target to post to yet.' }];
  const receipt = receiptFor(job, target.id);
  return [...steps, posted(job, receipt, { ...ground, target }), answered(receipt, target)];
}

const later = (stage: JobStep['stage']) => ({ stage, state: 'waiting' as const, at: null, text: '', values: [] });

const collectedFields = ['title', 'facility', 'degree', 'specialty', 'shift', 'startDate', 'billRate', 'status'] as const;

function collected(job: JobRow): JobStep {
  const values = collectedFields.flatMap((key) => {
    const field = fieldKeyed(key);
    const value = textOf(job.ruled[key]?.was ?? job.locks[key]?.was ?? job[key], field);
    return value === '' ? [] : [{ label: field?.label ?? key, value }];
  });
  return { stage: 'collected', state: 'done', at: job.firstSeenAt, text: `Collected from ${job.source}.`, values };
}

function ruled(job: JobRow, { ruledAt }: WayGround): JobStep {
  const written = Object.entries(job.ruled);
  const rules = [...new Set(written.map(([, { ruleId }]) => ruleId))].sort((a, b) => a - b);
  const values = written.map(([key, { ruleId, version, was }]) => {
    const field = fieldKeyed(key);
    const before = textOf(was, field) || 'empty';
    return { label: field?.label ?? key, value: `was ${before}; set by rule ${ruleId}, version ${version}` };
  });
  const by =
    rules.length === 0 ? 'No rule changed it.' : `Changed by ${rules.length === 1 ? 'rule' : 'rules'} ${rules.join(', ')}.`;
  if (job.skipRuleId === null) return { stage: 'ruled', state: 'done', at: ruledAt, text: by, values };
  return { stage: 'ruled', state: 'stopped', at: ruledAt, text: `Rule ${job.skipRuleId} canceled it.`, values };
}

function mapped(job: JobRow, { target, values, nameOf, mappedAt }: WayGround): JobStep {
  const lines: Values = [];
  const missing: string[] = [];
  const own = target ? valuesAt(target, values) : values;
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, own);
    const text = job[kind] ?? `no ${kind} given`;
    if (mapping) lines.push({ label: fieldKeyed(kind)?.label ?? kind, value: `${text} → ${nameOf(kind, mapping.id)}` });
    else if (target && neededKinds(target).includes(kind)) missing.push(kind);
  }
  if (missing.length > 0) {
    const text = `Not mapped: ${missing.join(', ')}.`;
    return { stage: 'mapped', state: 'waiting', at: mappedAt, text, values: lines };
  }
  const text =
    target === null
      ? 'There is no target whose values it could be mapped to.'
      : `Everything that ${target.name} needs is mapped.`;
  return { stage: 'mapped', state: target === null ? 'waiting' : 'done', at: mappedAt, text, values: lines };
}

function posted(job: JobRow, receipt: PostReceipt | undefined, ground: WayGround & { target: TargetRow }): JobStep {
  const { target, sent, keptBy } = ground;
  const values = sent ?? [];
  if (receipt !== undefined && receipt.state !== 'failed') return { ...underway(receipt, target), at: receipt.at, values };
  const tries = receipt ? [`${target.name} refused it after ${receipt.tries} ${receipt.tries === 1 ? 'try' : 'tries'}.`] : [];
  const verdict = mayPost(job, target, ground.values, {
    recreate: false,
    floor: ground.floor,
    flex: ground.flex,
    others: ground.others,
  });
  const reasons = [...(verdict.ok ? [] : verdict.reasons.map(({ words }) => words)), ...(keptBy === null ? [] : [keptBy])];
  const text = [...tries, ...(reasons.length > 0 ? reasons : [`It can be posted to ${target.name}.`])].join(' ');
  const state = receipt ? 'failed' : reasons.length > 0 ? 'stopped' : 'waiting';
  return { stage: 'posted', state, at: receipt?.at ?? null, text, values };
}

function underway({ state, reference, tries }: PostReceipt, { name }: TargetRow): Pick<JobStep, 'stage' | 'state' | 'text'> {
  const as = `Reference ${reference}, ${tries} ${tries === 1 ? 'try' : 'tries'}.`;
  if (state === 'done') return { stage: 'posted', state: 'done', text: `Posted to ${name}. ${as}` };
  if (state === 'human')
    return { stage: 'posted', state: 'stopped', text: `The call to ${name} broke off: a person must decide. ${as}` };
  return { stage: 'posted', state: 'waiting', text: `On its way to ${name}. ${as}` };
}

function answered(receipt: PostReceipt | undefined, { name }: TargetRow): JobStep {
  if (!receipt || (receipt.state !== 'done' && receipt.words === null))
    return { ...later('answered'), text: `No answer of ${name} yet.` };
  const values = receipt.externalId === null ? [] : [{ label: 'ATS ID', value: receipt.externalId }];
  const text =
    receipt.words ?? (receipt.externalId === null ? `${name} confirmed it.` : `${name} holds it as ${receipt.externalId}.`);
  const state = receipt.state === 'done' ? 'done' : standsThere(receipt) || receipt.state === 'failed' ? 'failed' : 'waiting';
  return { stage: 'answered', state, at: receipt.at, text, values };
}
