import type { AtsField } from '#contract/posting/ats-fields.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { requiredFields } from '#domain/posting/field-mapping/kind-lines.ts';
import { dryRunCheck } from '#domain/posting/receipts/dry-run-check.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { SentValues } from '#server/targets/adapter/sent-values.ts';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import type { DuePost } from './post-rows.ts';
import type { PosterOptions } from './poster-options.ts';

/** A job order that is built and not sent. */
export type Rehearsal = { readonly kind: 'dryRun'; readonly target: TargetRow; readonly values: SentValues };

type Listed = { readonly at: number; readonly fields: Promise<AtsField[] | null> };

/** Fields change rarely: one reading serves the posts of some minutes, since a dry run of thousands would ask for each job. */
const listed = new WeakMap<TargetAdapter, Listed>();
const listedMilliseconds = 300_000;

async function fieldsOf(adapter: TargetAdapter, now: Date): Promise<AtsField[] | null> {
  const known = listed.get(adapter);
  if (known && now.getTime() - known.at < listedMilliseconds) return known.fields;
  const fields = adapter.fields();
  listed.set(adapter, { at: now.getTime(), fields });
  // A list that could not be read is asked for again by the next job.
  if ((await fields) === null) listed.delete(adapter);
  return fields;
}

/**
 * Checks what would be sent to a target in a dry run, and keeps the result as the post's receipt. It makes no call that writes, and the
 * post is never `done` by it.
 */
export async function rehearse(
  options: PosterOptions,
  adapter: TargetAdapter,
  due: DuePost,
  { target, values }: Rehearsal,
): Promise<'answered'> {
  const at = options.now();
  const fields = targetKind(target.typeId).hasFieldList ? await fieldsOf(adapter, at) : null;
  const { refused, words } = dryRunCheck({ values, fields, required: requiredFields(target.typeId), target: target.name });
  const milliseconds = options.now().getTime() - at.getTime();
  const made = {
    kind: 'dryRun',
    at,
    sent: values,
    answer: refused.length === 0 ? 'accepted' : 'refused',
    words,
    externalId: null,
    status: null,
    body: null,
    stored: null,
    notes: refused,
    milliseconds,
  } as const;
  const step = { state: 'dryRun', externalId: null, words, lookups: due.lookups, againInSeconds: null } as const;
  await options.transaction(due.customerId, async (rows) => {
    // The target may have gone live meanwhile: the post is then still wanted, and is sent.
    if (await rows.isDryRun(due))
      await rows.move(due, { ...step, tries: due.tries, leaseSeconds: null, at: options.now(), made: [made] });
  });
  return 'answered';
}
