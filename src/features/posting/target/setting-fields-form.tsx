import type { ReactNode } from 'react';
import * as z from 'zod';
import type { SettingField } from '#domain/targets/settings/setting-fields.ts';
import { settingProblems } from '#domain/targets/settings/setting-problems.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { TagsField, TextField } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { type Bound, type Problems, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';

type Value = string | string[];
type SettingValues = Readonly<Record<string, Value>>;

type Props = {
  title: string;
  fields: readonly SettingField[];
  stored: Readonly<Record<string, unknown>>;
  onSave: (values: SettingValues) => Promise<Problems | undefined>;
  /** What is shown below a field. */
  renderBelow?: (field: SettingField, add: (texts: readonly string[]) => void) => ReactNode;
};

const mostOf = { text: 100, filter: 1_000 } as const;

const schemaOf = (field: SettingField): z.ZodType<Value> =>
  field.type === 'texts' ? z.array(z.string().trim().min(1).max(100)) : z.string().trim().max(mostOf[field.type]);

function draftSchema(fields: readonly SettingField[]) {
  const shape: Record<string, z.ZodType<Value>> = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
  return z.object(shape).superRefine((draft, issues) => {
    for (const [name, message] of Object.entries(settingProblems(fields, draft) ?? {}))
      issues.addIssue({ code: 'custom', path: [name], message });
  });
}

function valueOf(field: SettingField, stored: unknown): Value {
  if (field.type === 'texts') return Array.isArray(stored) ? stored.map(String) : [];
  return typeof stored === 'string' ? stored : '';
}

/** Settings of a kind of target, drawn from their data. Device and service check them by the same function. */
export function SettingFieldsForm({ title, fields, stored, onSave, renderBelow }: Props) {
  const form = useForm(draftSchema(fields), {
    initial: Object.fromEntries(fields.map((field) => [field.name, valueOf(field, stored[field.name])])),
    onSubmit: onSave,
  });
  // The names of the fields depend on the kind, so their types are known here only.
  const bound = <V,>(name: string) => form.field(name) as unknown as Bound<V>;
  const control = (field: SettingField) => {
    const words = { label: field.label, hint: field.hint };
    if (field.type === 'texts') return <TagsField {...words} {...bound<string[]>(field.name)} />;
    if (field.type === 'filter') return <TextAreaField {...words} mono {...bound<string>(field.name)} />;
    return <TextField {...words} autoComplete="off" {...bound<string>(field.name)} />;
  };
  const addTo = (name: string) => (texts: readonly string[]) => {
    const now = form.values[name];
    form.set(name, [...new Set([...(Array.isArray(now) ? now : []), ...texts])]);
  };
  return (
    <FormPage bare title={title} form={form} saveLabel="Save" blocked={useBlocked()}>
      {fields.map((field) => (
        <div key={field.name} className="target-setting">
          {control(field)}
          {renderBelow?.(field, addTo(field.name))}
        </div>
      ))}
    </FormPage>
  );
}
