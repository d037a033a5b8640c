import { blankFilter } from '../../reports/kit/saved-filters.ts';
import { command } from '../kit/command.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { configurationChange, removedView } from './configuration-change.ts';

/** Adds a configuration, renames one, shares it, or saves how the grid looks now. */
export const saveReportConfiguration = command('reportConfiguration.save.v1', {
  ...configurationChange,
  describe: ({ name }) => ['saveView', { name }],
  refs: [rowNamed('reportConfiguration', 'creates')],
  apply: (rows, { id, ref, ownerId, reportId, name, body, isPrivate }, context) => {
    const current = rows.get('reportConfiguration', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedView);
    if (name === '') return refused('invalid', 'Name the view.');
    const blank = blankFilter(body);
    if (blank !== null) return refused('invalid', `Give the filter “${blank}” a value, or remove it.`);
    if (isPrivate && current && current.roleIds.length > 0)
      return refused('invalid', 'This view is the default of a role. Choose another default for the role, then stop sharing it.');
    const owned = { reportId, ownerId, owner: context.by, isDefault: false, roleIds: [] };
    const created = { id, ref, ...owned, purged: false, version: 0, by: context.by, at: context.at };
    return written('reportConfiguration', current, { ...(current ?? created), name, body, isPrivate }, context);
  },
  inverse: ({ id, ref }, before) => {
    const image = imageOf('reportConfiguration', before);
    if (!image) return [];
    if (image.created) return [{ name: 'reportConfiguration.remove.v1', args: { id, ref } }];
    const { reportId, ownerId, name, body, isPrivate } = image.row;
    return [{ name: 'reportConfiguration.save.v1', args: { id, ref, reportId, ownerId, name, body, isPrivate } }];
  },
});
