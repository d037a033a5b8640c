import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { listAiEngines } from '#contract/ai/engines.ts';
import { listModelsOfEngine } from '#contract/ai/models.ts';
import { type AiPrompt, listPromptCustomers } from '#contract/ai/prompts.ts';
import { messages } from '#contract/kit/messages.ts';
import { operationOf } from '#domain/ai/operations.ts';
import { placeholderProblems } from '#domain/ai/prompt-text.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { CodeField } from '#src/ui/code/code-field.tsx';
import { requiredLabel, SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { CustomersDialog } from './customers-dialog.tsx';
import { formatChoices, modelChoices, operationChoices } from './prompt.ts';
import { allProperties, minLengthText, temperatureText, type usePromptForm } from './use-prompt-form.ts';

type Form = ReturnType<typeof usePromptForm>;
type Props = { readonly of: AiPrompt; readonly form: Form };

/** The fields of a prompt. Saving makes a version. */
export function PromptForm({ of, form }: Props) {
  const operation = operationOf(Number(form.values.operation));
  return (
    <FormPage
      bare
      title="Prompt"
      form={form}
      saveLabel={form.values.stage ? 'Save and stage' : 'Save prompt'}
      blocked={useBlocked()}
    >
      <SelectField
        label="Operation"
        required
        disabled={of.id !== 0}
        hint={operation?.about}
        choices={operationChoices}
        {...form.field('operation')}
        onChange={(id) => form.setAll({ operation: id, resultProperties: allProperties(Number(id)), parser: id === '4' })}
      />
      {operation && !operation.inUse && (
        <p className="muted">The service does not ask this operation yet. Its prompts answer tests on this page alone.</p>
      )}
      <TextField label="Description" required {...form.field('description')} />
      <Text form={form} />
      <MultiSelectField
        label="Result properties"
        hint="The service reads these properties of an answer, and no others."
        choices={(operation?.properties ?? []).map(({ name, about, required }) => ({
          value: name,
          label: required ? `${name} (required)` : name,
          description: about,
        }))}
        {...form.field('resultProperties')}
      />
      <EngineFields form={form} />
      <Customers of={of} form={form} />
      <TextField label="What changed" hint="Shown in the list of versions." {...form.field('note')} />
      <SwitchField
        label="Stage this version"
        hint="It answers tests alone, until you put it into production."
        {...form.field('stage')}
      />
    </FormPage>
  );
}

/** The prompt itself, with the placeholders of its operation. */
function Text({ form }: Pick<Props, 'form'>) {
  const operation = Number(form.values.operation);
  const placeholders = operationOf(operation)?.placeholders ?? [];
  const { value, onChange, error } = form.field('prompt');
  // A new language makes a new editor, and what is typed would lose the focus.
  const language = useCallback(async () => (await import('./prompt-language.ts')).promptLanguage(operation), [operation]);
  return (
    <div className="prompt-text">
      <strong aria-hidden>{requiredLabel('Prompt')}</strong>
      <CodeField
        key={operation}
        label="Prompt"
        value={value}
        onChange={onChange}
        language={language}
        problems={placeholderProblems(value, operation)}
        hint="Instructions to the model. The text that it is asked about follows as a message of its own."
      />
      {error && <p className="code-problem">{error}</p>}
      {placeholders.length > 0 && (
        <ul className="prompt-placeholders" aria-label="Placeholders">
          {placeholders.map(({ name, about }) => (
            <li key={name}>
              <code>{`{{${name}}}`}</code> {about}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Who answers, and how. */
function EngineFields({ form }: Pick<Props, 'form'>) {
  const engines = useReply(listAiEngines, {});
  const models = useReply(listModelsOfEngine, { engineId: Number(form.values.engineId) || 1 });
  const problems = [
    engines.problem && `${messages.aiEnginesNotLoaded}. ${engines.problem}`,
    models.problem && `${messages.aiModelsNotLoaded}. ${models.problem}`,
  ].filter(Boolean);
  const { engineId } = form.values;
  const standard = (models.reply ?? []).find((model) => model.isDefault && String(model.engineId) === engineId);
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
      <div className="form-pair">
        <SelectField
          label="Engine"
          required
          choices={(engines.reply ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('engineId')}
          onChange={(id) => form.setAll({ engineId: id, modelId: '' })}
        />
        <SelectField
          label="Model"
          hint={standard ? `Blank for the default, ${standard.name}.` : 'Blank for the default of the engine.'}
          choices={modelChoices(models.reply, engineId)}
          {...form.field('modelId')}
        />
      </div>
      <div className="form-pair">
        <NumberText
          label="Temperature"
          hint="0 to 1. Blank leaves it to the model."
          form={form}
          name="temperature"
          corrected={temperatureText}
        />
        <NumberText
          label="Shortest text"
          hint="Characters. Shorter texts are not asked about."
          form={form}
          name="minRequestLength"
          corrected={minLengthText}
        />
      </div>
      <SelectField label="Format" required choices={formatChoices} {...form.field('format')} />
      {form.values.operation === '4' && <SwitchField label="Parser" hint="It reads emails." {...form.field('parser')} />}
    </>
  );
}

type NumberTextProps = Pick<Props, 'form'> & {
  readonly label: string;
  readonly hint: string;
  readonly name: 'temperature' | 'minRequestLength';
  readonly corrected: (typed: string) => string;
};

/** A number that is corrected when the field is left, as documented. */
function NumberText({ form, label, hint, name, corrected }: NumberTextProps) {
  const field = form.field(name);
  const leave = () => {
    form.set(name, corrected(field.value));
    field.onBlur();
  };
  return <TextField label={label} hint={hint} {...field} onBlur={leave} />;
}

/** The customers that the prompt is for, changed in a dialog. */
function Customers({ of, form }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { customers } = useSession();
  const stored = useReply(listPromptCustomers, { id: of.id }, { wanted: of.id !== 0 });
  const { value: chosen, onChange, error } = form.field('assignedCustomerIds');
  const known = [...customers, ...(stored.reply ?? []), ...of.customers];
  const names = chosen.map((id) => known.find((each) => each.id === id)?.name ?? `Customer ${id}`);
  return (
    <div>
      <div className="prompt-customers">
        <p>
          <strong>Customers</strong> {names.length === 0 ? 'All customers' : names.join(', ')}
        </p>
        <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
          Choose customers…
        </Button>
      </div>
      {stored.problem && of.id !== 0 && <p role="alert">{`${messages.aiCustomersNotLoaded}. ${stored.problem}`}</p>}
      {error && <p className="code-problem">{error}</p>}
      {isOpen && <CustomersDialog chosen={chosen} onTake={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
