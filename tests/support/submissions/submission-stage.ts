import { sql } from 'kysely';
import { submissionQueue } from '#server/submissions/background/submission-jobs.ts';
import { startTestService } from '#tests/support/test-service.ts';
import { plantSubmissionWorld, startBothSystems } from './submission-world.ts';

/**
 * A service that reaches both systems, with the submissions of the demo, their queue, and tokens of the chief and of a recruiter with right
 * 26. `close` ends all of them.
 */
export async function startSubmissionStage() {
  const systems = await startBothSystems();
  const service = await startTestService({ allowHosts: systems.hosts });
  const { services, people } = service;
  const targets = await plantSubmissionWorld(services, people.north, systems);
  const queue = submissionQueue(services, { reconcileFirst: false });
  await sql`update app_user set rights = array_append(rights, 26) where id = ${people.recruiter}`.execute(services.db);
  const [chief, recruiter] = await Promise.all([service.signIn('chief'), service.signIn('recruiter')]);
  const close = async () => {
    await queue.stop();
    await service.close();
    await systems.close();
  };
  return { systems, service, targets, queue, chief, recruiter, close };
}
export type SubmissionStage = Awaited<ReturnType<typeof startSubmissionStage>>;
