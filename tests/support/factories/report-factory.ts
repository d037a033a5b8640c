import type { ConfigurationBody, ReportConfigurationRow } from '#contract/rows/report-rows.ts';

/** How a grid of two columns looks. */
export const aConfigurationBody = (over: Partial<ConfigurationBody> = {}): ConfigurationBody => ({
  base: 'all',
  query: '',
  sort: [],
  group: [],
  columns: ['providerJobId', 'facility'],
  start: ['providerJobId'],
  end: [],
  widths: { facility: 230 },
  density: 'normal',
  ...over,
});

/** A shared view of the staging grid. */
export const aConfiguration = (over: Partial<ReportConfigurationRow> = {}): ReportConfigurationRow => ({
  id: 1,
  reportId: 1,
  ownerId: 5,
  owner: 'Ben',
  name: 'Days',
  body: aConfigurationBody(),
  isPrivate: false,
  isDefault: false,
  roleIds: [],
  version: 1,
  by: 'Ben',
  at: '2026-11-01T00:00:00.000Z',
  ref: null,
  purged: false,
  ...over,
});
