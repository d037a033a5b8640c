import * as z from 'zod';
import { listServiceItems, type ServiceItem, saveServiceItem } from '#contract/system/service-items.ts';
import { isServiceItem, serviceItems, valueWords } from '#domain/service-items/catalogue.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({
  code: z.string().min(1, 'Choose an item'),
  value: z.number().nullable(),
  on: z.boolean(),
  customerId: z.string(),
});

const choices = Object.entries(serviceItems).map(([value, { label }]) => ({ value, label: `${label} (${value})` }));

/** One service item: what it sets, for whom, and its value inside the range of its code. */
export function ServiceItemForm({ row: item, onClose }: EditorProps<ServiceItem>) {
  const { customers } = useSession();
  const isNew = item.id === 0;
  const form = useForm(Draft, {
    initial: {
      code: item.code,
      value: isNew ? null : item.value,
      on: item.value === 1,
      customerId: item.customerId === null ? '' : String(item.customerId),
    },
    onSubmit: useSave(saveServiceItem, {
      args: ({ code, value, on, customerId }: z.output<typeof Draft>) => ({
        id: item.id,
        code,
        value: isSwitch(code) ? Number(on) : (value ?? Number.NaN),
        customerId: customerId === '' ? null : Number(customerId),
      }),
      said: ({ code, value }) => ({ detail: `${code}: ${valueWords(code, value)}` }),
      refreshes: [listServiceItems],
      onSaved: onClose,
    }),
  });
  const code = form.field('code').value;
  const known = isServiceItem(code) ? serviceItems[code] : null;
  return (
    <FormDialog {...titlesFor('service item', isNew ? null : item.code)} form={form} blocked={useBlocked()} onClose={onClose}>
      <SelectField label="Item" required disabled={!isNew} choices={choices} hint={known?.about} {...form.field('code')} />
      {known?.perCustomer && (
        <ReferenceField
          label="Customer"
          placeholder="All customers"
          disabled={!isNew}
          choices={customers.map(({ id, name }) => ({ id: String(id), name }))}
          {...form.field('customerId')}
        />
      )}
      {isSwitch(code) ? (
        <SwitchField label="On" {...form.field('on')} />
      ) : (
        <NumberField
          label="Value"
          required
          hint={
            known
              ? `${valueWords(code, known.least)} to ${valueWords(code, known.most)}; without an item ${valueWords(code, known.default)}`
              : undefined
          }
          {...form.field('value')}
        />
      )}
    </FormDialog>
  );
}

const isSwitch = (code: string): boolean => isServiceItem(code) && serviceItems[code].unit === 'switch';
