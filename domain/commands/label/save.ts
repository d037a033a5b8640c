import type { CommandArgs } from '#contract/commands/commands.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { labelProblem, typedWords } from '#domain/fields/labels.ts';
import { command } from '../kit/command.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { labelChange, removedLabel, usualName } from './label-change.ts';

type Sent = Pick<CommandArgs<'label.save.v1'>, 'value' | 'plural'>;

const stored = (sent: Sent) => {
  const { one: value, many: plural } = typedWords(sent);
  return { value, plural };
};

const invalid = (field: 'value' | 'plural', message: string) =>
  ({ ok: false, error: { code: 'invalid', field, message } }) as const;

/** Gives a field the customer's own label. The service refuses one that another field has; only it knows all of them for certain. */
export const saveLabel = command('label.save.v1', {
  ...labelChange,
  describe: ({ fieldKey, value }) => ['saveLabel', { field: usualName(fieldKey), value: value.trim() }],
  refs: [rowNamed('label', 'restores')],
  onDrift: (args, { id }, field, now) =>
    now.get('label', id)?.[field as 'value'] === stored(args)[field as 'value'] ? 'overwrite' : 'conflict',
  apply: (rows, { id, ref, fieldKey, ...sent }, context) => {
    const row = rows.get('label', id);
    if (ref === null && (!row || row.purged)) return refused('gone', removedLabel);
    if ((ref !== null && ref !== labelRef(fieldKey)) || (row && row.fieldKey !== fieldKey))
      return refused('invalid', 'This is the label of another field. Load the labels again.');
    const says = stored(sent);
    const [wrong, wrongPlural] = [labelProblem(says.value), labelProblem(says.plural)];
    if (wrong !== null) return invalid('value', wrong);
    if (wrongPlural !== null) return invalid('plural', wrongPlural);
    const blank = { id, ref: labelRef(fieldKey), fieldKey, purged: true, version: 0, by: context.by, at: context.at, ...says };
    return written('label', row, { ...(row ?? blank), ...says, purged: false }, context);
  },
  inverse: ({ id, ref, fieldKey }, before) => {
    const image = imageOf('label', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'label.remove.v1', args: { id, ref, fieldKey } }];
    const { value, plural } = image.row;
    return [{ name: 'label.save.v1', args: { id, ref: id > 0 ? null : ref, fieldKey, value, plural } }];
  },
});
