import * as z from 'zod';
import { listModules, Module, saveModules } from '#contract/people/customers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { moduleLabels } from './customer.ts';

const Draft = z.object({ modules: z.array(Module) });
const choices = Module.options.map((value) => ({ value, ...moduleLabels[value] }));

/** The parts of the product that a customer has. */
export function CustomerModules({ id }: { id: number }) {
  const answer = useReply(listModules, { cust: id });
  return (
    <Answered answer={answer} what="The modules">
      {({ modules }) => <ModulesForm id={id} modules={modules} />}
    </Answered>
  );
}

function ModulesForm({ id, modules }: { id: number; modules: Module[] }) {
  const form = useForm(Draft, {
    initial: { modules },
    onSubmit: useSave(saveModules, {
      args: (draft: z.output<typeof Draft>) => ({ cust: id, ...draft }),
      refreshes: [listModules],
    }),
  });
  return (
    <FormPage bare title="Modules" form={form} saveLabel="Save modules" blocked={useBlocked()}>
      <MultiSelectField label="Modules" choices={choices} {...form.field('modules')} />
    </FormPage>
  );
}
