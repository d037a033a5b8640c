import { labelRef } from '#domain/fields/label-ref.ts';
import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { labelChange, removedLabel, usualName } from './label-change.ts';

/** Removes the customer's own label of a field: it has the label of the target, the industry, or its usual one again. */
export const removeLabel = command('label.remove.v1', {
  ...labelChange,
  describe: ({ fieldKey }) => ['removeLabel', { field: usualName(fieldKey) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'label', id, gone: removedLabel }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('label', before);
    if (!image || image.created) return [];
    const { id, fieldKey, value, plural } = image.row;
    return [{ name: 'label.save.v1', args: { id, ref: labelRef(fieldKey), fieldKey, value, plural } }];
  },
});
