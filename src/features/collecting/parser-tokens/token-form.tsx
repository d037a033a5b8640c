import { Select } from '@mantine/core';
import { listParserRules } from '#contract/collecting/parser-rules.ts';
import { listDataTypes, listTokenTypes } from '#contract/collecting/parser-tokens.ts';
import { messages } from '#contract/kit/messages.ts';
import { feedFieldGroups } from '#src/entities/collect/feed-fields.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { unreadList } from '#src/entities/reply/failed-save.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { dataTypeOf } from './token.ts';
import { textWords, typeIds } from './token-types.ts';
import { type TokenFormProps, targetOf, useTokenForm } from './use-token-form.ts';

const after = 'The number of a token; 0: the following one, -1: the end';

/** One token: what it looks for, what the text is, and which field it fills. */
export function TokenForm(props: TokenFormProps) {
  const { row, onClose } = props;
  const { id } = row;
  const lists = { types: useReply(listTokenTypes, {}), data: useReply(listDataTypes, {}), rules: useReply(listParserRules, {}) };
  const form = useTokenForm(props);
  const [target, dataType, type] = [form.field('target'), form.field('dataType'), Number(form.field('type').value)];
  const names = useFieldNames();
  const words = textWords[type];
  return (
    <FormDialog
      {...titlesFor('token', id === 0 ? null : `token ${row.number}`)}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <Unread types={lists.types.problem} data={lists.data.problem} rules={lists.rules.problem} />
      <SelectField label="Finds" required choices={choicesOf(lists.types.reply)} {...form.field('type')} />
      {words && <TextField label={words[0]} hint={words[1]} {...form.field('text')} />}
      {type === typeIds.cell && <TextField label="Cell" hint="B4, or B for the row of the loop" {...form.field('address')} />}
      {type === typeIds.column && <TextField label="Column" hint="Its heading or its letter" {...form.field('column')} />}
      <Select
        label="Field"
        description="Blank: the token only moves on"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No field' }}
        data={feedFieldGroups(names).map(({ group, items }) => ({ group, items: [...items] }))}
        error={target.error}
        value={target.value || null}
        onChange={(next) => {
          target.onChange(next ?? '');
          dataType.onChange(String(dataTypeOf(targetOf(next ?? ''))));
        }}
      />
      <SelectField label="The text is" required choices={choicesOf(lists.data.reply)} {...dataType} />
      <SelectField
        label="Rule"
        hint="Takes a part of the text. Rules from 10000 on choose the parser instead."
        choices={(lists.rules.reply ?? []).map((rule) => ({
          value: String(rule.id),
          label: `${rule.id}: ${rule.description || rule.pattern || `part ${rule.part}`}`,
        }))}
        {...form.field('ruleId')}
      />
      <TextAreaField label="Lookup" hint="One line each, such as RN = Registered Nurse" {...form.field('lookup')} />
      <TextField label="If the email says nothing" {...form.field('fallback')} />
      <NumberField label="Number" required {...form.field('number')} />
      <NumberField label="Then" hint={after} {...form.field('next')} />
      <NumberField label="If it finds nothing" hint={`${after}, and the job is refused`} {...form.field('nextFailed')} />
    </FormDialog>
  );
}

type UnreadProps = Readonly<Record<'types' | 'data' | 'rules', string | null>>;

/** Which lists of choices could not be read, and why. */
function Unread({ types, data, rules }: UnreadProps) {
  const sentences = [
    unreadList(messages.listNotRead({ list: messages.tokenTypes }), types),
    unreadList(messages.listNotRead({ list: messages.dataTypes }), data),
    unreadList(messages.ruleTypesNotRead, rules),
  ];
  return sentences.flatMap((words) =>
    words === null
      ? []
      : [
          <p key={words} role="alert">
            {words}
          </p>,
        ],
  );
}

const choicesOf = (rows: readonly { readonly id: number; readonly name: string }[] | null) =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
