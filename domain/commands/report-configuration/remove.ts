import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { configurationChange, configurationUndo, removedView } from './configuration-change.ts';

export const removeReportConfiguration = command('reportConfiguration.remove.v1', {
  ...configurationChange,
  describe: ({ id }, names) => ['removeView', { view: names.of('reportConfiguration', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'reportConfiguration', id, gone: removedView }, (row) => ({ ...row, purged: true }), context),
  inverse: configurationUndo.remove,
});
