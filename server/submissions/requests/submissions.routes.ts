import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  checkBeforeSending,
  listCaregivers,
  listSubmissionStatuses,
  listSubmissions,
  mostCaregivers,
  readSubmissionHistory,
} from '#contract/submissions/submissions.ts';
import { problemWords } from '#domain/submissions/problem-words.ts';
import { onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { mostDocumentBytes } from '../check/document-bytes.ts';
import { gather } from '../check/gather.ts';
import { hookRoute } from '../status/hook.routes.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { jobOf, openRequest, targetsFor } from './ask.ts';
import { resendRoute, sendRoute, settleRoute } from './send.ts';
import { historyOf, ownerSeen, statusesSeen, submissionSeen, submissionsOf } from './submission-rows.ts';
import { syncStatusRoute } from './sync-status.ts';

/** Submissions: the search for caregivers, the check, sending, and what became of them. */
export const submissionRoutes: Handler[] = [
  handle(listSubmissions, async ({ me, page, pageSize, ...which }, { services, actor }) =>
    ok(await submissionsOf(services.db, me, { ...which, ownerId: ownerSeen(actor) }, { page, pageSize })),
  ),

  handle(listSubmissionStatuses, async ({ me }, { services, actor }) =>
    ok(await statusesSeen(services.db, me, ownerSeen(actor))),
  ),

  handle(listCaregivers, { audit: onlyReads }, async ({ me, providerJobId, fromId, ...filter }, { services }) => {
    const job = await jobOf(services.db, me, { jobId: 0, providerJobId });
    const isOfJob = 'fields' in job || job.providerJobId !== '';
    const from = isOfJob && fromId === 0 ? (await targetsFor(services.db, me, { fromId: 0, toId: 0 })).fromId : fromId;
    if (from === 0) return no({ kind: 'invalid', fields: { fromId: messages.submissionSourceRequired } });
    if (Object.values(filter).every((text) => text === ''))
      return no({ kind: 'invalid', fields: { lastName: 'Enter a name, an email address or a caregiver ID' } });
    const source = await openSubmissionTarget(services, me, from);
    if (!source?.searchCaregivers)
      return no({ kind: 'invalid', fields: { fromId: 'This source shows no caregivers, or its connection is not complete.' } });
    const found = await source.searchCaregivers(filter, mostCaregivers);
    if (found.kind !== 'done')
      return no({ kind: 'invalid', fields: { fromId: `${messages.caregiversNotListed} ${found.words}` } });
    return ok(found.value.map(({ phone: _phone, degreeExtId: _degree, specialtyExtId: _specialty, ...shown }) => ({ ...shown })));
  }),

  handle(checkBeforeSending, { audit: onlyReads }, async ({ me, ...request }, { services }) => {
    const opened = await openRequest(services, me, request);
    if ('fields' in opened) return no({ kind: 'invalid', fields: opened.fields });
    const { asked, source, destination, caregiver } = opened;
    const today = services.now().toISOString().slice(0, 10);
    const { draft, problems, packed, earlier, dictionaries } = await gather(services.db, asked, caregiver, destination, today);
    const { fromId, toId, providerJobId } = asked;
    const { jobTakesSubmissions, degree, specialty } = draft;
    return ok({
      fromId,
      toId,
      providerJobId,
      jobTakesSubmissions,
      degree,
      specialty,
      packageId: packed.packageId,
      documents: packed.documents.map(({ id, name, file, type }) => ({
        id,
        name,
        isFound: file !== null,
        expires: file?.expiresOn ?? null,
        documentType: type?.name ?? null,
      })),
      addsDocuments: source.addDocument !== null,
      documentBytes: mostDocumentBytes(destination),
      requiredFields: draft.requiredFields.map(({ name, value }) => ({ name, isFilled: (value ?? '').trim() !== '' })),
      dictionaries: dictionaries.map(({ objectId, name, isRequired, entry, from, choices }) => ({
        objectId,
        name,
        isRequired,
        entryId: entry?.id ?? 0,
        from: from === 'gone' ? ('none' as const) : from,
        choices: choices.map((one) => ({ id: one.id, name: one.name })),
      })),
      earlier: [...earlier],
      problems: problems.map((problem) => problemWords(problem, messages.sameSubmissionTarget)),
    });
  }),

  sendRoute,
  resendRoute,
  settleRoute,
  syncStatusRoute,

  handle(readSubmissionHistory, async ({ me, id }, { services, actor }) => {
    const seen = await submissionSeen(services.db, me, id, ownerSeen(actor));
    if (!seen) return no(absent('submission', id));
    return ok(await historyOf(services.db, me, id));
  }),

  hookRoute,
];
