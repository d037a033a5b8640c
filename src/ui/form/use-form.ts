import { useForm as useMantineForm } from '@mantine/form';
import { useState } from 'react';
import type * as z from 'zod';

/** Why a draft was rejected: one sentence per field, or one about the whole draft under the empty name. */
export type Problems = Record<string, string>;

/** The part of a form that its page or dialog needs, whatever the fields. */
export type Form = {
  dirty: boolean;
  saving: boolean;
  /** Number of rejected saves since the form opened or last saved. */
  refusals: number;
  problems: readonly { field: string; words: string }[];
  focus: (field: string) => void;
  /** Resolves to true if the draft was saved. */
  submit: () => Promise<boolean>;
};

/** What `onSubmit` returns when the person chose to go on editing: nothing was saved, and nothing is wrong. */
export const keepsEditing = 'keeps editing';

/**
 * A form over a zod schema, checked when a field loses the focus and on save. `onSubmit` returns the problems that the
 * service found, `keepsEditing`, or nothing on success. Bind fields by key: `{...form.field('name')}`.
 */
export function useForm<S extends z.ZodObject>(
  schema: S,
  {
    initial,
    onSubmit,
  }: { initial: z.input<S>; onSubmit: (draft: z.output<S>) => Promise<Problems | typeof keepsEditing | undefined | void> },
) {
  type Values = z.input<S> & Record<string, unknown>;
  const [saving, setSaving] = useState(false);
  const form = useMantineForm<Values>({
    mode: 'controlled',
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => problemsOf(schema, values),
  });
  const { refusals, refuse, accept } = useRefusals(form);
  const submit = async (): Promise<boolean> => {
    if (saving) return false;
    const parsed = schema.safeParse(form.getValues());
    if (!parsed.success) return refuse(problemsIn(parsed.error));
    setSaving(true);
    const problems = await onSubmit(parsed.data).finally(() => setSaving(false));
    if (problems === keepsEditing) return false;
    if (problems && Object.keys(problems).length > 0) return refuse(problems);
    form.setInitialValues(form.getValues());
    return accept();
  };
  return {
    dirty: isChanged(schema, form.getInitialValues(), form.getValues()),
    saving,
    refusals,
    problems: Object.entries(form.errors).map(([field, words]) => ({ field, words: sentenceOf(words) })),
    focus: (field: string) => form.getInputNode(field)?.focus(),
    submit,
    /** Checks these fields only, as a step of a wizard does. Returns whether all of them may be saved. */
    check(keys: readonly (keyof z.input<S> & string)[]): boolean {
      const own = problemsAt(keys, problemsOf(schema, form.getValues()));
      return own === null ? accept() : refuse(own);
    },
    /** Shows problems that something else than a save has found. */
    refuse,
    values: form.getValues(),
    set: <K extends keyof z.input<S> & string>(key: K, value: z.input<S>[K]) =>
      form.setValues({ [key]: value } as unknown as Partial<Values>),
    /** Sets several fields. */
    setAll: (values: Partial<z.input<S>>) => form.setValues(values),
    reset: (values: z.input<S>) => {
      form.setInitialValues(values);
      form.setValues(values);
      form.clearErrors();
    },
    /** Binds a field: its value, its change handler, its problem. */
    field: <K extends keyof z.input<S> & string>(key: K): Bound<z.input<S>[K]> => {
      const { value, onChange, onBlur, error } = form.getInputProps(key);
      // Mantine finds the field to focus by this attribute.
      return { name: key, value, onChange: (next) => onChange(next), onBlur, error, 'data-path': key };
    },
  };
}

/** The binding of a field component to one key of the form. */
export type Bound<V> = {
  name: string;
  value: V;
  onChange: (value: V) => void;
  onBlur: () => void;
  error?: React.ReactNode;
  'data-path': string;
};

/** True if saving would send different values: a blank that was `null` before is no change. */
export function isChanged(
  schema: z.ZodObject,
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): boolean {
  const sent = (key: string, value: unknown) => {
    const parsed = schema.shape[key]?.safeParse(value);
    return JSON.stringify(parsed?.success ? parsed.data : value);
  };
  return Object.keys(now).some((key) => now[key] !== before[key] && sent(key, now[key]) !== sent(key, before[key]));
}

/** Counts the refusals since the form opened or was last accepted, and shows their problems. */
function useRefusals(form: { setErrors: (problems: Problems) => void; clearErrors: () => void }) {
  const [refusals, setRefusals] = useState(0);
  const refuse = (problems: Problems): false => {
    form.setErrors(problems);
    setRefusals((n) => n + 1);
    return false;
  };
  const accept = (): true => {
    form.clearErrors();
    setRefusals(0);
    return true;
  };
  return { refusals, refuse, accept };
}

const sentenceOf = (words: React.ReactNode): string => (typeof words === 'string' ? words : 'Check this field');

/** Those of the problems that are about these fields, or about a part of one; null if none is. */
function problemsAt(keys: readonly string[], problems: Problems): Problems | null {
  const own = Object.entries(problems).filter(([field]) => keys.some((key) => field === key || field.startsWith(`${key}.`)));
  return own.length === 0 ? null : Object.fromEntries(own);
}

function problemsOf(schema: z.ZodObject, values: unknown): Problems {
  const parsed = schema.safeParse(values);
  return parsed.success ? {} : problemsIn(parsed.error);
}

/** The first sentence about each field. The key of a nested field is its dotted path. */
function problemsIn(error: z.ZodError): Problems {
  const problems: Problems = {};
  for (const issue of error.issues) problems[issue.path.join('.')] ??= issue.message;
  return problems;
}
