import { command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { valueFlag } from './value-change.ts';

/**
 * Sends what a person thinks of an AI suggestion for a text. It changes no row: as a change, it is queued without a connection and
 * stored once. Everyone who works with texts may answer.
 */
export const sendValueFeedback = command('value.feedback.v1', {
  ...valueFlag,
  heading: 'feedback',
  needs: () => [],
  describe: ({ id }, names) => ['giveFeedback', { values: names.of('mapValue', [id]) }],
  touches: ({ id }) => keysOf('mapValue', [id]),
  apply: (rows, { id }) => eachRow(rows, 'mapValue', [id], (value) => value),
  inverse: 'none',
  sharesTransaction: false,
});
