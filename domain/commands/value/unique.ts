import { type Change, command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { flagsBefore, valueFlag } from './value-change.ts';

/** Marks texts that can mean only their one ATS value. */
export const markValuesUnique = command('value.unique.v1', {
  ...valueFlag,
  heading: 'markUnique',
  describe: ({ ids, unique }, names) => [unique ? 'markUnique' : 'clearUnique', { values: names.of('mapValue', ids) }],
  apply: (rows, { ids, unique }) =>
    eachRow(rows, 'mapValue', ids, (value) => (value.unique === unique ? value : { ...value, unique })),
  inverse: (_, before) =>
    flagsBefore('unique', before).map(({ ids, was }): Change => ({ name: 'value.unique.v1', args: { ids, unique: was } })),
});
