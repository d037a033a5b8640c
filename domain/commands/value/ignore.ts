import { type Change, command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { flagsBefore, valueFlag } from './value-change.ts';

/** Removes texts from the list to be mapped, or puts them back. */
export const ignoreValues = command('value.ignore.v1', {
  ...valueFlag,
  heading: 'ignore',
  describe: ({ ids, ignored }, names) => [ignored ? 'ignoreValues' : 'unignoreValues', { values: names.of('mapValue', ids) }],
  apply: (rows, { ids, ignored }) =>
    eachRow(rows, 'mapValue', ids, (value) => (value.ignored === ignored ? value : { ...value, ignored })),
  inverse: (_, before) =>
    flagsBefore('ignored', before).map(({ ids, was }): Change => ({ name: 'value.ignore.v1', args: { ids, ignored: was } })),
});
