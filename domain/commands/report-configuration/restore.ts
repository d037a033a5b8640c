import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { configurationChange, configurationUndo } from './configuration-change.ts';

export const restoreReportConfiguration = command('reportConfiguration.restore.v1', {
  ...configurationChange,
  describe: ({ name }) => ['restoreView', { name }],
  refs: [rowNamed('reportConfiguration', 'restores')],
  apply: (rows, args, context) => broughtBack('reportConfiguration', rows, args, context),
  inverse: configurationUndo.restore,
});
