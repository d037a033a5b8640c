import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { configurationBack, configurationChange } from './configuration-change.ts';

export const restoreReportConfiguration = command('reportConfiguration.restore.v1', {
  ...configurationChange,
  describe: ({ name }) => ['restoreView', { name }],
  refs: [rowNamed('reportConfiguration', 'restores')],
  apply: (rows, args, context) => broughtBack('reportConfiguration', rows, args, context),
  inverse: ({ id, ref }, before) => {
    const image = imageOf('reportConfiguration', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'reportConfiguration.remove.v1', args: { id, ref } }];
    return [{ name: 'reportConfiguration.restore.v1', args: configurationBack(image.row, image.row.version) }];
  },
});
