import { no, ok } from '#contract/kit/result.ts';
import {
  type AiDraft,
  checkAi,
  listFailedWork,
  readSystemSettings,
  saveSystemSettings,
} from '#contract/system/system-settings.ts';
import { changesBetween } from '../kit/db/audit.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { failedWork } from '../runs/failed-work.ts';
import { aiEndpoint, askAi, keepAi } from './ai.ts';

const rekey = { kind: 'invalid', fields: { key: 'Write the key again: the address is of another host.' } } as const;

/** A kept key goes to the host that it was given for and to no other. */
const wantsKey = (draft: AiDraft, kept: Awaited<ReturnType<typeof aiEndpoint>>): boolean =>
  draft.key === undefined && kept?.key !== undefined && new URL(draft.url).origin !== new URL(kept.url).origin;

export const systemSettingRoutes: Handler[] = [
  handle(readSystemSettings, async (_args, { services }) => ok({ ai: toWire(await aiEndpoint(services)) })),
  handle(saveSystemSettings, { audit: 'system.settings.save' }, async ({ ai }, { services: { secrets }, tx }) => {
    const before = await aiEndpoint({ db: tx, secrets });
    if (ai && wantsKey(ai, before)) return no(rekey);
    await keepAi({ db: tx, secrets }, ai);
    const after = toWire(await aiEndpoint({ db: tx, secrets }));
    // Of the key only that it is another one.
    const facts = { newKey: typeof ai?.key === 'string' };
    return done({ ai: after }, { object: ['setting', 'ai'], changed: changesBetween(toWire(before), after ?? noAi), facts });
  }),
  handle(listFailedWork, async ({ limit }, { services }) => ok(await failedWork(services.db, limit))),
  handle(checkAi, { audit: 'none: it asks the AI one question and keeps nothing' }, async (draft, { services }) => {
    const kept = await aiEndpoint(services);
    if (wantsKey(draft, kept)) return no(rekey);
    const key = draft.key === undefined ? kept?.key : (draft.key ?? undefined);
    const since = performance.now();
    const answer = await askAi({ ...draft, key }, question);
    if (!answer.ok) return no({ kind: 'invalid', fields: { url: answer.error } });
    return ok({ model: draft.model, milliseconds: Math.round(performance.now() - since) });
  }),
];

/** What an AI that is not set looks like beside one that was. */
const noAi = { url: null, model: null, allow: null, hasKey: false };

const question = {
  instructions: 'This is a test of the connection. Answer with ready: true.',
  data: 'Are you ready?',
  name: 'test',
  schema: { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'], additionalProperties: false },
};

const toWire = (ai: Awaited<ReturnType<typeof aiEndpoint>>) =>
  ai && { url: ai.url, model: ai.model, allow: ai.allow, hasKey: ai.key !== undefined };
