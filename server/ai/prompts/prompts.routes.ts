import { sql } from 'kysely';
import {
  type AiPrompt,
  listAiPrompts,
  listPromptCustomers,
  promoteAiPrompt,
  readAiPrompt,
  removeAiPrompt,
  saveAiPrompt,
} from '#contract/ai/prompts.ts';
import { no, ok } from '#contract/kit/result.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { worseVersion } from '../measure/worse-version.ts';
import { type PromptRow, promptOf, promptsOf, versionsOf } from '../rows/prompt-rows.ts';
import { modelProblem, promptProblem, storeVersion, takenProblem } from './save-prompt.ts';

/** One save at a time, so that two of them cannot both put a prompt into production for one customer. */
const lock = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('ai_prompt'))`.execute(tx);

export const aiPromptRoutes: Handler[] = [
  handle(listAiPrompts, { audit: onlyReads }, async ({ perPage, page, ...wanted }, { services }) => {
    const found = (await promptsOf(services.db)).filter((prompt) => fits(prompt, wanted));
    const rows = found.slice((page - 1) * perPage, page * perPage);
    return ok({ total: found.length, totalPages: Math.max(1, Math.ceil(found.length / perPage)), rows });
  }),
  handle(readAiPrompt, async ({ id }, { services }) => {
    const prompt = await promptOf(services.db, id);
    return prompt ? ok({ ...prompt, versions: await versionsOf(services.db, id) }) : no({ kind: 'not_found' });
  }),
  handle(listPromptCustomers, async ({ id }, { services }) => {
    const prompt = await promptOf(services.db, id);
    return prompt ? ok(prompt.customers) : no({ kind: 'not_found' });
  }),
  handle(
    saveAiPrompt,
    { audit: 'ai.prompt.save' },
    async ({ prompt: draft, assignedCustomerIds, stage, note, basedOn }, { services: { now }, tx, actor }) => {
      await lock(tx);
      const before = draft.id === 0 ? undefined : await promptOf(tx, draft.id);
      if (draft.id !== 0 && !before) return no({ kind: 'not_found' });
      if (before && basedOn !== null && basedOn !== before.version)
        return no({
          kind: 'conflict',
          current: {
            message: `Version ${before.version} was saved meanwhile. Open the prompt again, and make your change there.`,
          },
        });
      const customers = [...new Set(assignedCustomerIds)];
      const next = { draft, customers, stage, note, by: actor.name, at: now() };
      const wrong = await promptProblem(tx, next, before);
      if (wrong) return no({ kind: 'invalid', fields: wrong });
      const { id, version } = await storeVersion(tx, next, before);
      const after = await promptOf(tx, id);
      if (!after) throw new Error(`prompt ${id} was not written`);
      return done(after, {
        object: ['aiPrompt', id],
        changed: changesBetween(before ? factsOf(before) : null, factsOf(after)),
        facts: { name: after.description, version, staged: stage },
      });
    },
  ),
  handle(promoteAiPrompt, { audit: 'ai.prompt.promote' }, async ({ id, version, accept }, { tx }) => {
    await lock(tx);
    const prompt = await promptOf(tx, id);
    const chosen = prompt && (await versionsOf(tx, id)).find((each) => each.version === version);
    if (!prompt || !chosen) return no({ kind: 'not_found' });
    if (prompt.production === version) return unchanged(prompt);
    const customers = prompt.customers.map((customer) => customer.id);
    const wrong = (await modelProblem(tx, chosen, true)) ?? (await takenProblem(tx, prompt.operation, customers, id));
    if (wrong) return no({ kind: 'invalid', fields: wrong });
    const worse = await worseVersion(tx, { promptId: id, production: prompt.production, next: version });
    if (worse && worse.token !== accept) return no({ kind: 'conflict', current: worse });
    await tx.updateTable('ai_prompt').set({ production: version }).where('id', '=', id).execute();
    return done(
      { ...prompt, production: version },
      {
        object: ['aiPrompt', id],
        changed: { production: [prompt.production, version] },
        facts: {
          name: prompt.description,
          version,
          ...(worse && { lostRows: worse.comparisons.reduce((n, { lost }) => n + lost, 0) }),
        },
      },
    );
  }),
  handle(removeAiPrompt, { audit: 'ai.prompt.remove' }, async ({ id }, { tx }) => {
    const prompt = await promptOf(tx, id);
    if (!prompt) return no({ kind: 'not_found' });
    await tx.updateTable('ai_prompt').set({ deleted: true, production: null }).where('id', '=', id).execute();
    await tx.deleteFrom('ai_prompt_customer').where('prompt_id', '=', id).execute();
    const { description } = prompt;
    return done({ description }, { object: ['aiPrompt', id], facts: { name: description } });
  }),
];

type Wanted = { [K in 'id' | 'engineId' | 'operation' | 'description' | 'assignedTo' | 'modelId']: string | number | null };

function fits(prompt: PromptRow, { description, assignedTo, modelId, ...same }: Wanted): boolean {
  if (!(['id', 'engineId', 'operation'] as const).every((key) => same[key] === null || same[key] === prompt[key])) return false;
  if (modelId !== null && !prompt.usedModelIds.includes(Number(modelId))) return false;
  if (assignedTo !== null && !prompt.customers.some(({ id }) => id === assignedTo)) return false;
  return description === null || prompt.description.toLowerCase().includes(String(description).toLowerCase());
}

/** What the audit compares. The text of a prompt is in its versions; here is whether it changed. */
const factsOf = ({
  prompt,
  customers,
  production,
  description,
  engine,
  model,
  temperature,
  format,
  resultProperties,
}: AiPrompt) => ({
  description,
  engine,
  model,
  temperature,
  format,
  resultProperties: resultProperties.join(', '),
  customers: customers.map(({ name }) => name).join(', '),
  production,
  promptCharacters: prompt.length,
});
