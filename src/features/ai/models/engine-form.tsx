import * as z from 'zod';
import { type AiEngine, AiEngineDraft, listAiEngines, saveAiEngine } from '#contract/ai/engines.ts';
import { readSystemSettings } from '#contract/system/system-settings.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SecretField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { keptSecret } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';

const { name, url, allow } = AiEngineDraft.shape;
const Draft = z.object({
  name,
  /** Blank disconnects the engine. */
  url: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(url),
  allow: allow.unwrap(),
  key: keptSecret(),
});

/** One connection: its address, key, and the private addresses that it may reach. */
export function EngineForm({ row: engine, onClose }: EditorProps<AiEngine>) {
  const form = useForm(Draft, {
    initial: { ...engine, url: engine.url ?? '', key: '' },
    onSubmit: useSave(saveAiEngine, {
      args: ({ key, ...draft }: z.output<typeof Draft>) => ({ ...draft, id: engine.id, ...(key !== undefined && { key }) }),
      said: (saved) => ({ detail: saved.url === null ? `${saved.name} is not connected.` : `${saved.name} is connected.` }),
      refreshes: [listAiEngines, readSystemSettings],
      onSaved: onClose,
    }),
  });
  const titles = titlesFor('engine', engine.id === 0 ? null : engine.name);
  return (
    <FormDialog {...titles} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <TextField
        label="Endpoint URL"
        type="url"
        mono
        hint="Any OpenAI-compatible endpoint, up to /v1. Blank disconnects the engine and deletes its key."
        {...form.field('url')}
      />
      <SecretField label="API key" isKept={engine.hasKey} {...form.field('key')} />
      <TagsField
        label="Allowed private addresses"
        hint="host:port of an endpoint inside your own network. No other private address is called, and no other address over plain HTTP."
        {...form.field('allow')}
      />
    </FormDialog>
  );
}
