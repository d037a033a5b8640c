import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import type { ChatAnswer } from '../client/chat-client.ts';

/** Failures in a row after which an engine rests, and how long: doubled with each further failure, up to the longest. */
const mostFailures = 5;
const [firstPause, longestPause] = [60, 900];

/** Failures that say nothing about the question: the endpoint is away, slow or overloaded. */
const ofTheEngine: readonly string[] = ['failed', 'timeout', 'busy'];

/**
 * Notes how an engine answered. An endpoint that asks for a pause gets it; after five failures in a row nothing is asked for a minute, and with each further one for twice as long.
 */
export async function noteAnswer(db: Db, engineId: number, answer: ChatAnswer, now: Date): Promise<void> {
  if (!ofTheEngine.includes(answer.outcome)) {
    await sql`update ai_engine set failures = 0, paused_until = null, problem = null
      where id = ${engineId} and (failures > 0 or paused_until is not null)`.execute(db);
    return;
  }
  const until = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const asked = answer.waitSeconds;
  await sql`
    update ai_engine set failures = failures + 1, problem = ${answer.words},
      paused_until = case
        when ${asked}::integer is not null then ${until(asked ?? 0)}::timestamptz
        when failures + 1 >= ${mostFailures} then ${now}::timestamptz
          + make_interval(secs => least(${longestPause}, ${firstPause} * power(2, least(failures + 1 - ${mostFailures}, 10))))
        else paused_until end
    where id = ${engineId}`.execute(db);
}
