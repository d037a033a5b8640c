import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { configurationBack, configurationChange, removedView } from './configuration-change.ts';

export const removeReportConfiguration = command('reportConfiguration.remove.v1', {
  ...configurationChange,
  describe: ({ id }, names) => ['removeView', { view: names.of('reportConfiguration', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'reportConfiguration', id, gone: removedView }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('reportConfiguration', before);
    if (!image || image.created) return [];
    return [{ name: 'reportConfiguration.restore.v1', args: configurationBack(image.row, image.row.version + 1) }];
  },
});
