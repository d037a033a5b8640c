import { saveAiModel } from '#contract/ai/models.ts';
import type { saveAiPrompt } from '#contract/ai/prompts.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { saveSystemSettings } from '#contract/system/system-settings.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type RunningStandIn, startStandIn } from './start-stand-in.ts';

export type AiWorld = {
  readonly service: TestService;
  readonly model: RunningStandIn;
  readonly admin: string;
  close(): Promise<void>;
};

/** A service whose engine 1 is connected to a stand-in with the model `test-1`. */
export async function startAiWorld(): Promise<AiWorld> {
  const model = await startStandIn();
  const service = await startTestService();
  const admin = await service.signIn('administrator');
  await service.call(saveSystemSettings, { ai: { ...model.settings, key: 'sk-canary-1' } }, admin);
  return {
    service,
    model,
    admin,
    async close() {
      await service.close();
      await model.stop();
    },
  };
}

type PromptDraft = SentArgsOf<typeof saveAiPrompt>['prompt'];

/** A prompt for values of fields, as the form sends it. */
export const aPromptDraft = (over: Partial<PromptDraft> = {}): PromptDraft => ({
  id: 0,
  operation: 3,
  engineId: 1,
  prompt: 'Give {{field}}, {{kind}}.',
  description: 'Values for one customer',
  format: 'json_object',
  resultProperties: ['value'],
  ...over,
});

/** Adds a model to engine 1. */
export const addModel = ({ service, admin }: Pick<AiWorld, 'service' | 'admin'>, name: string, over = {}) =>
  service.call(saveAiModel, { id: 0, name, engineId: 1, ...over }, admin);
