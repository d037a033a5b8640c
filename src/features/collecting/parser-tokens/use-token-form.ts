import * as z from 'zod';
import { FeedField } from '#contract/collecting/column-mapping.ts';
import { addParserToken, listParserTokens, saveParserToken, type TokenRow } from '#contract/collecting/parser-tokens.ts';
import { listParsers, readParserSample, type SampleChange } from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({
  number: z.number('Number the token').int().min(1, 'Number the tokens from 1').nullable(),
  type: z.string().min(1, 'Choose how it finds its text'),
  dataType: z.string().min(1, 'Choose what the text is'),
  target: z.string(),
  text: z.string().max(500, 'Shorten this to 500 characters'),
  address: z.string().max(20, 'Shorten this to 20 characters'),
  column: z.string().max(100, 'Shorten this to 100 characters'),
  ruleId: z.string(),
  lookup: z.string().max(20_000, 'Shorten this to 20,000 characters'),
  fallback: z.string().max(500, 'Shorten this to 500 characters'),
  next: z.number().int().nullable(),
  nextFailed: z.number().int().nullable(),
});
type Draft = z.output<typeof Draft>;

export const targetOf = (target: string) => (target === '' ? null : FeedField.parse(target));

export type TokenFormProps = EditorProps<TokenRow> & { onChanged: (changes: readonly SampleChange[]) => void };

/** The draft of a token. `onChanged` learns what a save did to the samples. */
export function useTokenForm({ row, onClose, onChanged }: TokenFormProps) {
  const { id, parserId, fieldId } = row;
  const sent = ({ number, type, dataType, target, ruleId, next, nextFailed, ...texts }: Draft) => ({
    ...texts,
    parserId,
    // The documented number of the field is that of the old one.
    fieldId: targetOf(target) === row.target ? fieldId : null,
    number: number ?? 0,
    type: Number(type),
    dataType: Number(dataType),
    target: targetOf(target),
    ruleId: ruleId === '' ? null : Number(ruleId),
    next: next ?? 0,
    nextFailed: nextFailed ?? 0,
  });
  const options = {
    failed: messages.notUpdated,
    refreshes: [listParserTokens, listParsers, readParserSample],
    onSaved: ({ changes }: { changes: readonly SampleChange[] }) => {
      onChanged(changes);
      onClose();
    },
  };
  const add = useSave(addParserToken, { args: sent, ...options });
  const save = useSave(saveParserToken, { args: (draft: Draft) => ({ id, ...sent(draft) }), ...options });
  const initial = {
    ...row,
    type: String(row.type),
    dataType: String(row.dataType),
    target: row.target ?? '',
    ruleId: row.ruleId === null ? '' : String(row.ruleId),
  };
  return useForm(Draft, { initial, onSubmit: id === 0 ? add : save });
}
