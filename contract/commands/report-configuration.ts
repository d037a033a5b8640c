import * as z from 'zod';
import { RowOrLocalId } from '../kit/ids.ts';
import { ConfigurationBody, mostNameLength } from '../rows/report-rows.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const Content = {
  reportId: z.number().int().min(1),
  ownerId: z.number().int().min(1),
  name: z.string().trim().max(mostNameLength, `Shorten the name to ${mostNameLength} characters`),
  body: ConfigurationBody,
  isPrivate: z.boolean(),
};

/**
 * Arguments of the changes of report configurations, by wire name. `ownerId` is the sender where the row is new. `roleId` null makes
 * it the owner's own default; `otherId` is the configuration that has been the default until now.
 */
export const reportConfigurationCommandArgs = {
  'reportConfiguration.save.v1': CreatedRow.extend(Content),
  'reportConfiguration.remove.v1': CreatedRow,
  'reportConfiguration.restore.v1': RestoredRow.extend({
    ...Content,
    owner: z.string().max(200),
    isDefault: z.boolean(),
    roleIds: z.array(z.number().int()).max(100),
  }),
  'reportConfiguration.setDefault.v1': CreatedRow.extend({
    roleId: z.number().int().nullable(),
    isDefault: z.boolean(),
    otherId: RowOrLocalId.nullable(),
    otherRef: z.uuid().nullable(),
  }),
} as const;
