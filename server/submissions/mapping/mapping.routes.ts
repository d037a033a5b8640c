import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  listJrPairs,
  listMappingTargets,
  listPairMappings,
  listTargetPairs,
  type PairLink,
  proposePairMappings,
  removePairLink,
  removePairMapping,
  savePairLink,
  savePairMapping,
} from '#contract/submissions/mapping.ts';
import type { PairStep } from '#domain/submissions/pair-steps.ts';
import { submissionSystem, usualSide } from '#domain/submissions/systems.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { degreesOf, specialtiesOf } from '../lists/read-entries.ts';
import { findSubmissionTarget, shortTarget, submissionTarget, submissionTargetsOf } from '../targets/target-rows.ts';
import { acceptRoutes } from './accept.routes.ts';
import { jrLists } from './jr-lists.ts';
import { mappingRows } from './mapping-rows.ts';
import { pairLinks, storedProblem } from './pair-links.ts';
import { proposalsBetween } from './proposals.ts';
import { authorOf, openSteps } from './step-book.ts';

const between = { source: submissionTarget('sourceId'), target: submissionTarget('targetId') };
const sameTarget = { kind: 'invalid', fields: { targetId: messages.destinationIsSource } } as const;

/** Mappings of degrees and specialties from sources through Jobdock's own list to destinations. */
export const submissionMappingRoutes: Handler[] = [
  handle(listMappingTargets, async ({ cust }, { services: { db } }) =>
    ok((await submissionTargetsOf(db, cust)).filter(({ row }) => row.active).map(shortTarget)),
  ),
  handle(listJrPairs, async (_args, { services: { db } }) => ok(await jrLists(db))),
  handle(
    listTargetPairs,
    { load: { target: submissionTarget('target') } },
    async (_args, { services: { db } }, { target: { customerId, row } }) => {
      const place = { customerId, targetId: row.id };
      return ok({
        degrees: await degreesOf(db, place),
        specialties: await specialtiesOf(db, place),
        links: await pairLinks(db, customerId, { targetIds: [row.id] }),
      });
    },
  ),
  handle(listPairMappings, { load: between }, async ({ cust, sourceId, targetId }, { services: { db } }) =>
    sourceId === targetId ? no(sameTarget) : ok(await mappingRows(db, cust, sourceId, targetId)),
  ),
  handle(proposePairMappings, { load: between }, async ({ cust, sourceId, targetId }, { services: { db } }) =>
    sourceId === targetId ? no(sameTarget) : ok(await proposalsBetween(db, { customerId: cust, sourceId, targetId })),
  ),

  handle(savePairMapping, { audit: 'submission.mapping.save', load: between }, async (args, call, { source, target }) => {
    const { tx } = call;
    if (args.sourceId === args.targetId) return no(sameTarget);
    const { cust, jrDegree, jrSpecialty } = args;
    const jr = { jrDegreeId: jrDegree, jrSpecialtyId: jrSpecialty };
    const from = {
      ...jr,
      targetId: args.sourceId,
      side: 'from' as const,
      degreeId: args.fromDegree,
      specialtyId: args.fromSpecialty,
    };
    const to = { ...jr, targetId: args.targetId, side: 'to' as const, degreeId: args.toDegree, specialtyId: args.toSpecialty };
    const wrong = await storedProblem(tx, cust, from);
    if (wrong) return no({ kind: 'invalid', fields: { fromDegree: wrong.message } });
    const wrongThere = await storedProblem(tx, cust, to);
    if (wrongThere) return no({ kind: 'invalid', fields: { toDegree: wrongThere.message } });
    const book = await openSteps(tx, cust, [args.sourceId, args.targetId], authorOf(call));
    for (const step of [from, to]) book.store(step);
    await book.write();
    const links = await pairLinks(tx, cust, { ids: [from, to].flatMap((step) => book.find(step)?.id ?? []) });
    return done(
      { message: messages.saved, links },
      {
        object: ['submissionTarget', args.sourceId],
        facts: { name: source.row.name, to: target.row.name, pair: wordsOf(links.find(({ side }) => side === 'from')) },
      },
    );
  }),

  handle(removePairMapping, { audit: 'submission.mapping.remove' }, async ({ cust, sourceLinkId, targetLinkId }, call) => {
    const ids = [sourceLinkId, targetLinkId].filter((id) => id > 0);
    if (ids.length === 0)
      return no({ kind: 'invalid', fields: { sourceLinkId: 'Choose the side to remove: the source, the destination, or both' } });
    const gone = await removeSteps(call, cust, ids);
    const missing = ids.find((id) => !gone.some((link) => link.id === id));
    if (missing !== undefined) return no(absent('step of a mapping', missing));
    return done(
      { message: 'The mapping was removed' },
      { object: ['submissionTarget', gone[0]?.targetId ?? ''], facts: { pair: wordsOf(gone[0]) } },
    );
  }),

  handle(savePairLink, { audit: 'submission.mapping.save' }, async ({ me, id, side: asked, ...pair }, call) => {
    const { tx } = call;
    const targetId = await targetOfEntry(tx, me, pair.degreeId);
    if (targetId === null) return no(absent('degree of a submission target', pair.degreeId));
    const target = await findSubmissionTarget(tx, me, targetId);
    if (!target) return no(absent('submission target', targetId));
    const [earlier] = id === 0 ? [] : await pairLinks(tx, me, { ids: [id] });
    if (id !== 0 && !earlier) return no(absent('step of a mapping', id));
    const side = asked ?? earlier?.side ?? usualSide(submissionSystem(target.row.system_id)?.type ?? 4);
    const step: PairStep = { targetId, side, ...pair };
    const wrong = await storedProblem(tx, me, step);
    if (wrong) return no({ kind: 'invalid', fields: { degreeId: wrong.message } });
    const book = await openSteps(tx, me, [targetId, earlier?.targetId ?? targetId], authorOf(call));
    const held = book.withId(id);
    if (held) book.change(held, step);
    else book.store(step);
    await book.write();
    const [link] = await pairLinks(tx, me, { ids: [book.find(step)?.id ?? 0] });
    if (!link) return no(absent('step of a mapping', id));
    return done(link, { object: ['submissionTarget', targetId], facts: { name: target.row.name, to: '', pair: wordsOf(link) } });
  }),

  handle(removePairLink, { audit: 'submission.mapping.remove' }, async ({ id, me }, call) => {
    const [gone] = await removeSteps(call, me, [id]);
    if (!gone) return no(absent('step of a mapping', id));
    return done(
      { message: 'The mapping was removed' },
      { object: ['submissionTarget', gone.targetId], facts: { pair: wordsOf(gone) } },
    );
  }),

  ...acceptRoutes,
];

const wordsOf = (link: { readonly degree: string; readonly specialty: string } | undefined): string =>
  link ? [link.degree, link.specialty].filter(Boolean).join(', ') : '';

/** Removes steps of a customer and returns them with their names. */
async function removeSteps(call: Removing, customerId: number, ids: readonly number[]): Promise<PairLink[]> {
  const gone = await pairLinks(call.tx, customerId, { ids });
  const book = await openSteps(call.tx, customerId, [...new Set(gone.map(({ targetId }) => targetId))], authorOf(call));
  const held = gone.filter(({ id }) => book.withId(id) !== undefined);
  for (const { id } of held) {
    const row = book.withId(id);
    if (row) book.remove(row);
  }
  await book.write();
  return held;
}
type Removing = Parameters<typeof authorOf>[0] & { readonly tx: Tx };

/** The target that an entry belongs to; null if the customer has no such entry. */
async function targetOfEntry(tx: Db | Tx, customerId: number, id: number): Promise<number | null> {
  const found = await tx
    .selectFrom('submission_entry')
    .select('target_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('kind', '=', 'degree')
    .executeTakeFirst();
  return found?.target_id ?? null;
}
