import { useState } from 'react';
import * as z from 'zod';
import { listAiModels } from '#contract/ai/models.ts';
import {
  type AiPrompt,
  AiPromptDraft,
  listAiPrompts,
  listPromptCustomers,
  readAiPrompt,
  saveAiPrompt,
} from '#contract/ai/prompts.ts';
import { messages } from '#contract/kit/messages.ts';
import { correctedMinLength, correctedTemperature } from '#domain/ai/corrected-numbers.ts';
import { operationOf } from '#domain/ai/operations.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { idText, optionalId } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';

const { prompt, description, resultProperties } = AiPromptDraft.shape;

/** The draft of a prompt. Numbers are texts, so that what is typed is corrected as documented when the field is left. */
const Draft = z.object({
  operation: z.string().min(1, 'Choose an operation'),
  description,
  engineId: z.string().min(1, 'Choose an engine'),
  modelId: optionalId(),
  temperature: z.string(),
  format: z.string(),
  parser: z.boolean(),
  minRequestLength: z.string(),
  prompt,
  resultProperties,
  assignedCustomerIds: z.array(z.number()),
  stage: z.boolean(),
  note: z.string().trim().max(300, 'Shorten this to 300 characters'),
});

/** A corrected number in its field. */
export const temperatureText = (typed: number | string | null): string => String(correctedTemperature(typed) ?? '');
export const minLengthText = (typed: number | string | null): string => String(correctedMinLength(typed) ?? '');

/** The properties that an operation asks for at first: all of them. */
export const allProperties = (operation: number): string[] => operationOf(operation)?.properties.map(({ name }) => name) ?? [];

/** A prompt as the form shows it. */
export const draftOf = (of: AiPrompt) => ({
  operation: String(of.operation),
  description: of.description,
  engineId: String(of.engineId),
  modelId: idText(of.modelId),
  temperature: temperatureText(of.temperature),
  format: of.format,
  parser: of.parser,
  minRequestLength: minLengthText(of.minRequestLength),
  prompt: of.prompt,
  resultProperties: of.id === 0 ? allProperties(of.operation) : of.resultProperties,
  assignedCustomerIds: of.customers.map(({ id }) => id),
  stage: false,
  note: '',
});

/** The form of a prompt. Each save is a version; `onSaved` gets the prompt as it is stored. */
export function usePromptForm(of: AiPrompt, onSaved: (saved: AiPrompt) => void) {
  // The version that the form started from: a newer one, saved by somebody else meanwhile, refuses the save.
  const [basedOn, setBasedOn] = useState(of.version);
  const save = useSave(saveAiPrompt, {
    args: ({ assignedCustomerIds, stage, note, ...draft }: z.output<typeof Draft>) => ({
      prompt: {
        ...draft,
        id: of.id,
        operation: Number(draft.operation),
        engineId: Number(draft.engineId),
        format: draft.format === 'json_object' ? ('json_object' as const) : ('text' as const),
      },
      assignedCustomerIds,
      stage,
      note,
      basedOn: of.id === 0 ? null : basedOn,
    }),
    said: ({ version, production }) => ({
      detail: production === version ? `Version ${version} is in production.` : `Version ${version} is staged.`,
    }),
    refreshes: [listAiPrompts, readAiPrompt, listPromptCustomers, listAiModels],
    onSaved: (saved) => {
      setBasedOn(saved.version);
      onSaved(saved);
    },
  });
  return useForm(Draft, {
    initial: draftOf(of),
    async onSubmit(draft) {
      const { '': problem, ...problems } = (await save(draft)) ?? {};
      return problem === undefined ? problems : { '': `${messages.aiPromptNotSaved}. ${problem}` };
    },
  });
}
