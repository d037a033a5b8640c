import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, IdOrNone, Instant, RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** A model of an engine. Prices are US dollars for a million tokens; null if unknown. */
export const AiModel = z.object({
  id: wire('ID', z.number()),
  name: wire('ModelName', z.string()),
  engineId: wire('EngineTypeID', z.number()),
  engine: wire('EngineType', z.string()),
  adminOnly: wire('AdminOnly', z.boolean()),
  /** Prompts that use it: in their production version or their newest one. */
  prompts: wire('PromptCount', z.number()),
  /** Prompts that name no model use it. */
  isDefault: z.boolean(),
  priceIn: z.number().nullable(),
  priceOut: z.number().nullable(),
  /** The strictest form of answers that it accepted; null until it was asked. */
  answersAs: z.enum(['json_schema', 'json_object', 'text']).nullable(),
  /** It said of itself that it is the stand-in of the demo. */
  standIn: z.boolean(),
  checkedAt: Instant.nullable(),
  /** How the last check ended, as a sentence. */
  checkWords: z.string().nullable(),
  checkMilliseconds: z.number().nullable(),
});
export type AiModel = z.infer<typeof AiModel>;

/** A new model, before a person changes it. */
export const newAiModel: AiModel = {
  id: 0,
  name: '',
  engineId: 1,
  engine: '',
  adminOnly: false,
  prompts: 0,
  isDefault: false,
  priceIn: null,
  priceOut: null,
  answersAs: null,
  standIn: false,
  checkedAt: null,
  checkWords: null,
  checkMilliseconds: null,
};

const Price = z.number().min(0, 'A price is 0 or more').max(100_000, 'A price is at most $100,000').nullable();

/** A model as its form sends it. */
export const AiModelDraft = z.object({
  name: wire('ModelName', z.string().trim().min(1, 'Name the model').max(200, 'Shorten this to 200 characters')),
  engineId: wire('EngineTypeID', RowId),
  adminOnly: wire('AdminOnly', z.boolean().default(false)),
  isDefault: z.boolean().default(false),
  priceIn: Price.default(null),
  priceOut: Price.default(null),
});

const example: AiModel = {
  ...newAiModel,
  id: 1,
  name: 'small-2',
  engine: 'AI endpoint',
  prompts: 3,
  isDefault: true,
  priceIn: 0.5,
  priceOut: 1.5,
  answersAs: 'json_schema',
  checkedAt: '2026-11-21T09:30:00.000Z',
  checkWords: 'Answered',
  checkMilliseconds: 640,
};

export const listAiModels = endpoint('GET /api/aimodel/list', {
  about: 'The models of all engines, with the number of prompts that use each.',
  args: z.object({}),
  reply: z.array(AiModel),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

export const listModelsOfEngine = endpoint('GET /api/aimodels/byengine/:engineId', {
  about: 'The models of one engine.',
  args: z.object({ engineId: Id }),
  reply: z.array(AiModel),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

export const saveAiModel = endpoint('POST /api/aimodel/save', {
  about:
    'Saves a model; id 0 adds one. A model is not made for administrators only while prompts in production use it. A model keeps its engine.',
  args: AiModelDraft.extend({ id: wire('ID', IdOrNone) }),
  reply: AiModel,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeAiModel = endpoint('DELETE /api/aimodel/delete/:id', {
  about: 'Removes a model. Refused while prompts use it; the refusal names them.',
  args: z.object({ id: wire('ID', Id) }),
  reply: z.object({ name: wire('ModelName', z.string()) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { name: 'small-2' },
});

export const checkAiModel = endpoint('POST /api/aimodel/check/:id', {
  about: 'Asks a model one question, and stores how it answered: in which form, how fast, or why not.',
  args: z.object({ id: wire('ID', Id) }),
  reply: AiModel,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const aiModelEndpoints = [listAiModels, listModelsOfEngine, saveAiModel, removeAiModel, checkAiModel];
