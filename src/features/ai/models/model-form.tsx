import * as z from 'zod';
import { listAiEngines, listAvailableModels } from '#contract/ai/engines.ts';
import { type AiModel, AiModelDraft, listAiModels, saveAiModel } from '#contract/ai/models.ts';
import { messages } from '#contract/kit/messages.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { withReason } from './model.ts';

const { name, adminOnly, isDefault, priceIn, priceOut } = AiModelDraft.shape;
const Draft = z.object({
  engineId: z.string().min(1, 'Choose an engine'),
  name,
  adminOnly: adminOnly.unwrap(),
  isDefault: isDefault.unwrap(),
  priceIn: priceIn.unwrap(),
  priceOut: priceOut.unwrap(),
});

/** One model: its name at the endpoint, who may use it, and its price. */
export function ModelForm({ row: model, onClose }: EditorProps<AiModel>) {
  const engines = useReply(listAiEngines, {});
  const isNew = model.id === 0;
  const save = useSave(saveAiModel, {
    args: ({ engineId, ...draft }: z.output<typeof Draft>) => ({ ...draft, id: model.id, engineId: Number(engineId) }),
    said: (saved) => ({ detail: saved.name }),
    refreshes: [listAiModels, listAiEngines],
    onSaved: onClose,
  });
  const form = useForm(Draft, {
    initial: { ...model, engineId: String(model.engineId) },
    async onSubmit(draft) {
      const { '': problem, ...problems } = (await save(draft)) ?? {};
      const failed = isNew ? messages.aiModelNotAdded : messages.aiModelNotUpdated;
      return problem === undefined ? problems : { '': `${failed}. ${problem}` };
    },
  });
  const connections = (engines.reply ?? []).filter(({ kind }) => kind === 'connection');
  const engine = connections.find(({ id }) => String(id) === form.values.engineId);
  const problem = withReason(messages.aiEnginesNotLoaded, engines.problem);
  return (
    <FormDialog {...titlesFor('model', isNew ? null : model.name)} form={form} blocked={useBlocked()} onClose={onClose}>
      {problem !== null && <p role="alert">{problem}</p>}
      <SelectField
        label="Engine"
        required
        disabled={!isNew}
        choices={connections.map(({ id, name: label }) => ({ value: String(id), label }))}
        {...form.field('engineId')}
      />
      <TextField label="Model" required mono hint="Its name at the endpoint." {...form.field('name')} />
      {engine && <Offered engineId={engine.id} isConnected={engine.url !== null} take={(offered) => form.set('name', offered)} />}
      <div className="form-pair">
        <NumberField label="Price of a million tokens asked" min={0} decimals={4} prefix="$" {...form.field('priceIn')} />
        <NumberField label="Price of a million tokens answered" min={0} decimals={4} prefix="$" {...form.field('priceOut')} />
      </div>
      <SwitchField
        label="Default model of the engine"
        hint="Answers prompts that name no model."
        disabled={model.isDefault}
        {...form.field('isDefault')}
      />
      <SwitchField
        label="For administrators only"
        hint="Answers tests of prompts, and nothing of customers."
        {...form.field('adminOnly')}
      />
    </FormDialog>
  );
}

type OfferedProps = { readonly engineId: number; readonly isConnected: boolean; readonly take: (name: string) => void };

/** The models that the endpoint offers, to choose the name from. */
function Offered({ engineId, isConnected, take }: OfferedProps) {
  const offered = useReply(listAvailableModels, { engineId }, { wanted: isConnected });
  if (!isConnected) return <p className="muted">The engine is not connected yet, so its models cannot be listed.</p>;
  if (offered.problem !== null) return <p className="muted">{withReason(messages.aiProvidersNotRead, offered.problem)}</p>;
  if (offered.reply === null) return <p className="muted">Asking the endpoint for its models…</p>;
  return (
    <SelectField
      label="Models of the endpoint"
      choices={offered.reply.map(({ name: value }) => ({ value, label: value }))}
      name="offered"
      data-path="offered"
      value=""
      onBlur={() => undefined}
      onChange={(chosen) => chosen !== '' && take(chosen)}
    />
  );
}
