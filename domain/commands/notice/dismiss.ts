import { command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';

/** Dismisses a notice for one person, or shows it to them again. Other people of the customer keep it. */
export const dismissNotice = command('notice.dismiss.v1', {
  area: 'support',
  heading: 'notices',
  shownOn: 'dashboard',
  describe: ({ id, dismissed }, names) => [
    dismissed ? 'dismissNotice' : 'showNotice',
    { notice: names.of('customerNotice', [id]) },
  ],
  needs: () => [],
  forbidden: 'standard',
  refs: [],
  touches: ({ id }) => keysOf('customerNotice', [id]),
  reads: () => [],
  chooses: 'nothing',
  compares: () => [],
  compared: {},
  onDrift: 'overwrite',
  conflictDefault: 'mine',
  history: 'manual',
  apply: (rows, { id, userId, dismissed }) =>
    eachRow(rows, 'customerNotice', [id], (row) => {
      if (row.dismissedBy.includes(userId) === dismissed) return row;
      const others = row.dismissedBy.filter((one) => one !== userId);
      return { ...row, dismissedBy: dismissed ? [...others, userId].sort((a, b) => a - b) : others };
    }),
  inverse: ({ id, userId, dismissed }, before) =>
    before.length === 0 ? [] : [{ name: 'notice.dismiss.v1', args: { id, userId, dismissed: !dismissed } }],
  sharesTransaction: true,
  whenStale: 'send',
  corrects: 'none',
});
