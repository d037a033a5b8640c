import type { MapValueRow } from '#contract/rows/rows.ts';
import { command } from '../kit/command.ts';
import { eachRow, type RefusedStep } from '../kit/each-row.ts';
import { isPersons, mappedAsBefore, valueChange } from './value-change.ts';

/** Accepts the matcher's suggestion for each text. */
export const acceptValues = command('value.accept.v1', {
  ...valueChange,
  heading: 'accept',
  describe: ({ ids }, names) => ['acceptSuggestions', { values: names.of('mapValue', ids) }],
  compares: () => ['mappedId', 'suggestedId'],
  compared: { mappedId: { label: 'mappedTo' }, suggestedId: { label: 'suggestion' } },
  onDrift: (_, key, field, now) => {
    // A suggestion that changed since the person saw it must be looked at again.
    if (field === 'suggestedId') return 'changed';
    const value = now.get('mapValue', key.id);
    return value && value.mappedId !== value.suggestedId && isPersons(value) ? 'conflict' : 'overwrite';
  },
  apply: (rows, { ids }, { by, at }) =>
    eachRow(rows, 'mapValue', ids, (value): MapValueRow | RefusedStep => {
      if (value.suggestedId === null) return { refused: 'not_offered', message: `Nothing is suggested for “${value.text}”.` };
      if (value.mappedId === value.suggestedId && value.how === 'person') return value;
      const certainty = value.mappedId === null || value.mappedId === value.suggestedId ? value.certainty : null;
      return { ...value, mappedId: value.suggestedId, how: 'person', certainty, ignored: false, by, at };
    }),
  inverse: (_, before) => mappedAsBefore(before),
});
