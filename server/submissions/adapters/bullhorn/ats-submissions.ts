import * as z from 'zod';
import type { Answer, AtsSubmission, AtsSubmissions } from '#server/submissions/adapter.ts';
import { readFrom } from '#server/targets/adapter/written.ts';
import { allPages } from '#server/targets/bullhorn/bullhorn-lists.ts';
import { errorMessage } from '#server/targets/bullhorn/bullhorn-session.ts';
import { changedEntities } from '#server/targets/bullhorn/changed-orders.ts';
import { type Session, written } from '#server/targets/bullhorn/written.ts';
import { answerOf, notRead } from '../kit/answers.ts';

const Ref = z.object({ id: z.number() }).nullish();
const Submission = z.object({ data: z.object({ candidate: Ref, jobOrder: Ref, isDeleted: z.boolean().nullish() }) });

/** The submissions (entity JobSubmission) that people make in Bullhorn: reported by a subscription, read, and written to. */
export const atsSubmissions = (session: Session): AtsSubmissions => ({
  async events(name, since) {
    const read = await changedEntities(
      session,
      { name, entity: 'JobSubmission', eventTypes: 'INSERTED', tellsOfGaps: true },
      since,
    );
    if (read === null) return notRead('Bullhorn did not show its events');
    return { kind: 'done', value: { ids: read.externalIds, since: read.since } };
  },
  madeSince: (at) =>
    readFrom<Answer<readonly string[]>>(async () => {
      const query = { where: `dateAdded>=${at.getTime()}`, fields: 'id' };
      const rows = await allPages(session, 'query/JobSubmission', query);
      return rows ? { kind: 'done', value: rows.map(({ id }) => String(id)) } : notRead('Bullhorn did not show its submissions');
    }, notRead),
  read: (id) => readSubmission(session, id),
  async write(id, fields) {
    const answer = answerOf(await written(session, 'POST', `entity/JobSubmission/${id}`, fields));
    return answer.kind === 'done' ? { kind: 'done', value: null } : answer;
  },
});

const readSubmission = (session: Session, id: string): Promise<Answer<AtsSubmission | null>> =>
  readFrom<Answer<AtsSubmission | null>>(async () => {
    const answer = await session.call('GET', `entity/JobSubmission/${id}?fields=id,candidate(id),jobOrder(id),isDeleted`);
    if (answer.status === 404) return { kind: 'done', value: null };
    const read = Submission.safeParse(answer.body);
    if (answer.status >= 400 || !read.success) return notRead(errorMessage(answer) ?? `Bullhorn answered ${answer.status}`);
    const { candidate, jobOrder, isDeleted } = read.data.data;
    if (isDeleted === true || !candidate || !jobOrder) return { kind: 'done', value: null };
    return { kind: 'done', value: { id, caregiverId: String(candidate.id), jobExtId: String(jobOrder.id) } };
  }, notRead);
