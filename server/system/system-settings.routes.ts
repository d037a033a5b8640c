import * as z from 'zod';
import { no, ok } from '#contract/kit/result.ts';
import { listFailedWork, readSystemSettings, retryFailedWork, saveSystemSettings } from '#contract/system/system-settings.ts';
import { aiEndpoint, keepAi } from '../ai/engines/first-engine.ts';
import { rekey, wantsKey } from '../ai/engines/key-host.ts';
import { changesBetween } from '../kit/db/audit.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { failedWork, retryJob, retryRun } from '../runs/failed-work.ts';

/** What decides whether a key must be entered again. */
const heldBy = (ai: Awaited<ReturnType<typeof aiEndpoint>>) => ai && { url: ai.url, hasKey: ai.key !== undefined };

export const systemSettingRoutes: Handler[] = [
  handle(readSystemSettings, async (_args, { services }) => ok({ ai: shownAi(await aiEndpoint(services)) })),
  handle(
    saveSystemSettings,
    { audit: 'system.settings.save', stepUp: ({ ai }) => ai?.key !== undefined },
    async ({ ai }, { services: { secrets }, tx }) => {
      const before = await aiEndpoint({ db: tx, secrets });
      if (ai && wantsKey(ai, heldBy(before))) return no(rekey);
      await keepAi({ db: tx, secrets }, ai);
      const after = shownAi(await aiEndpoint({ db: tx, secrets }));
      // The audit says only that the key was changed.
      const facts = { newKey: typeof ai?.key === 'string' };
      return done({ ai: after }, { object: ['setting', 'ai'], changed: changesBetween(shownAi(before), after ?? noAi), facts });
    },
  ),
  handle(listFailedWork, async ({ limit }, { services }) => ok(await failedWork(services.db, limit))),
  handle(retryFailedWork, { audit: 'work.retry' }, async ({ what, id }, { tx }) => {
    if (what === 'job') {
      const name = z.uuid().safeParse(id).success ? await retryJob(tx, id) : null;
      return name === null ? no({ kind: 'not_found' }) : done({ name }, { object: ['job', id], facts: { name } });
    }
    const [customerId, runId] = id.split('/').map(Number);
    if (!customerId || !runId) return no({ kind: 'not_found' });
    const run = await retryRun(tx, { customerId, runId });
    if (run === null) return no({ kind: 'not_found' });
    if (run === 'busy') return no({ kind: 'conflict', current: { message: 'Another run over the same is not over yet.' } });
    return done({ name: run.kind }, { object: ['run', runId], customerId, facts: { name: run.kind } });
  }),
];

/** The values of an AI that is not set, to compare with one that was. */
const noAi = { url: null, model: null, allow: null, hasKey: false };

const shownAi = (ai: Awaited<ReturnType<typeof aiEndpoint>>) =>
  ai && { url: ai.url, model: ai.model, allow: [...ai.allow], hasKey: ai.key !== undefined };
