import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/** The `reportId` of the staging grid. Its configurations are its saved views. */
export const stagingReportId = 1;

/**
 * The base of every configuration of a report. Its query is the search (`q`) and the filters of the report's address, encoded as
 * there. The jobs report shares its number with the staging grid, and this tells their configurations apart.
 */
export const reportBase = 'report';

/** Most characters of a configuration's name. */
export const mostNameLength = 60;
/** Most configurations that one person keeps of one report. */
export const mostConfigurations = 50;

const Key = z.string().min(1).max(60);
/** More than the grid has. */
const mostColumns = 400;
const Keys = z.array(Key).max(mostColumns, `Save at most ${mostColumns} columns`);

/** How a grid or report is shown: which rows, in which order and groups, and in which columns. Widths are in pixels. */
export const ConfigurationBody = z.object({
  /** The built-in view that the query narrows, such as `triage`; `reportBase` in a report. */
  base: Key,
  query: z.string().max(2000, 'Shorten the query to 2,000 characters'),
  sort: z.array(z.object({ key: Key, descending: z.boolean() })).max(8, 'Sort by at most 8 columns'),
  /** Columns by which rows are grouped, from outside to inside. */
  group: z.array(Key).max(2, 'Group by at most 2 columns'),
  columns: Keys,
  start: Keys,
  end: Keys,
  widths: z
    .record(Key, z.number().int().min(60).max(640))
    .refine((widths) => Object.keys(widths).length <= mostColumns, `Save at most ${mostColumns} widths`),
  density: z.enum(['compact', 'normal', 'comfortable']),
});
export type ConfigurationBody = z.infer<typeof ConfigurationBody>;

/**
 * The documented report configuration: a saved view of the staging grid or of a report. A private one is on its owner's
 * devices alone; the others are on those of everyone at the customer who may see the report.
 */
export const ReportConfigurationRow = z.object({
  id: z.number(),
  reportId: z.number().int(),
  /** The person who created it. */
  ownerId: z.number(),
  owner: z.string(),
  name: z.string(),
  body: ConfigurationBody,
  isPrivate: z.boolean(),
  /** Whether the report opens with it for its owner. */
  isDefault: z.boolean(),
  /** Roles for whose people the report opens with it, unless they have a default of their own. */
  roleIds: z.array(z.number().int()),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type ReportConfigurationRow = z.infer<typeof ReportConfigurationRow>;
