import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { httpUrl } from '../kit/http-url.ts';
import { Id, IdOrNone, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** A connection to an OpenAI-compatible endpoint, or the built-in engine. Never its key. */
export const AiEngine = z.object({
  id: wire('ID', z.number()),
  name: wire('EngineType', z.string()),
  kind: z.enum(['connection', 'built-in']),
  /** Address up to `/v1`; null while the engine is not connected, and for the built-in one. */
  url: z.string().nullable(),
  /** `host:port` values on a private network that may be called. */
  allow: z.array(z.string()),
  hasKey: z.boolean(),
  models: z.number(),
  /** One of its models said that it is the stand-in of the demo. */
  standIn: z.boolean(),
  /** Until when nothing is asked, and why; null if it is asked. */
  pausedUntil: Instant.nullable(),
  problem: z.string().nullable(),
});
export type AiEngine = z.infer<typeof AiEngine>;

/** A new engine, before a person changes it. */
export const newAiEngine: AiEngine = {
  id: 0,
  name: '',
  kind: 'connection',
  url: null,
  allow: [],
  hasKey: false,
  models: 0,
  standIn: false,
  pausedUntil: null,
  problem: null,
};

/** An engine as its form sends it. Null as `url` disconnects it. Without `key` the stored one stays; null removes it. */
export const AiEngineDraft = z.object({
  name: wire('EngineType', z.string().trim().min(1, 'Name the engine').max(100, 'Shorten this to 100 characters')),
  url: httpUrl('Write an address such as https://api.example.com/v1').nullable(),
  allow: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[^\s/:]+:\d{1,5}$/, 'Write host:port'),
    )
    .max(20)
    .default([]),
  key: z.string().trim().min(1).max(1000).nullable().optional(),
});

const example: AiEngine = {
  ...newAiEngine,
  id: 1,
  name: 'AI endpoint',
  url: 'https://api.example.com/v1',
  hasKey: true,
  models: 2,
};

export const listAiEngines = endpoint('GET /api/aiengine/list', {
  about: 'The engines that answer prompts: connections to OpenAI-compatible endpoints, and the built-in one. Never their keys.',
  args: z.object({}),
  reply: z.array(AiEngine),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

export const saveAiEngine = endpoint('POST /api/aiengine/save', {
  about:
    'Saves an engine; id 0 adds one. `url: null` disconnects it and removes its key. An address on a new host needs the key again. The built-in engine cannot be changed.',
  args: AiEngineDraft.extend({ id: wire('ID', IdOrNone) }),
  reply: AiEngine,
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeAiEngine = endpoint('DELETE /api/aiengine/delete/:id', {
  about: 'Removes an engine with its key. Refused while it has models, and for the engines 1 and 2, which come with Jobdock.',
  args: z.object({ id: wire('ID', Id) }),
  reply: z.object({ name: wire('EngineType', z.string()) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { name: 'Local endpoint' },
});

export const listAvailableModels = endpoint('GET /api/ai/providers/:engineId/availablemodels', {
  about: 'The models that the endpoint of an engine offers, as it answers `/v1/models`.',
  args: z.object({ engineId: Id }),
  reply: z.array(z.object({ name: wire('ModelName', z.string()), standIn: z.boolean() })),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: [{ name: 'small-2', standIn: false }],
});

export const aiEngineEndpoints = [listAiEngines, saveAiEngine, removeAiEngine, listAvailableModels];
