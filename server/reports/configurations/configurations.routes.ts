import { randomUUID } from 'node:crypto';
import { no, ok } from '#contract/kit/result.ts';
import {
  listConfigurations,
  listOwnConfigurations,
  listReportConfigurations,
  readConfiguration,
  removeConfiguration,
  saveConfiguration,
} from '#contract/reports/configurations.ts';
import { absent } from '#contract/rows/absent.ts';
import { type ReportConfigurationRow, reportBase } from '#contract/rows/report-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { readFilters, writeFilters } from '#domain/reports/kit/saved-filters.ts';
import { viewAddress } from '#domain/reports/view-address.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { visibleConfiguration, visibleConfigurations } from './visible-configurations.ts';

const documented = ({ id, reportId, name, body, isPrivate, isDefault, ownerId, owner }: ReportConfigurationRow) => ({
  id,
  reportId,
  name,
  body,
  filters: body.base === reportBase ? readFilters(body.query) : [],
  isPrivate,
  isDefault,
  ownerId,
  owner,
});

export const configurationRoutes: Handler[] = [
  handle(listReportConfigurations, async ({ cust, reportId }, { services: { db }, actor }) => {
    const rows = await visibleConfigurations(db, cust, actor.userId);
    return ok(rows.filter((row) => row.reportId === reportId).map(documented));
  }),
  handle(listConfigurations, async ({ cust }, { services: { db }, actor }) =>
    ok((await visibleConfigurations(db, cust, actor.userId)).map(documented)),
  ),
  handle(listOwnConfigurations, async ({ cust }, { services: { db }, actor }) => {
    const rows = await visibleConfigurations(db, cust, actor.userId);
    return ok(
      rows
        .filter(({ ownerId }) => ownerId === actor.userId)
        .map((row) => {
          const opens = viewAddress(row);
          const { id, name, isPrivate, isDefault } = row;
          return { id, name, report: opens?.screen ?? null, reportUrl: opens?.path ?? null, isPrivate, isDefault };
        }),
    );
  }),
  handle(readConfiguration, async ({ cust, id }, { services: { db }, actor }) => {
    const row = await visibleConfiguration(db, cust, actor.userId, id);
    return row ? ok(documented(row)) : no(absent('reportConfiguration', id));
  }),
  handle(saveConfiguration, { audit: byCommand }, async (sent, call) => {
    const { cust, id, reportId, name, filters, isPrivate, isDefault } = sent;
    const { db } = call.services;
    const { userId } = call.actor;
    const before = id === 0 ? null : await visibleConfiguration(db, cust, userId, id);
    if (id !== 0 && before === null) return no(absent('reportConfiguration', id));
    if (before && before.reportId !== reportId)
      return no({ kind: 'invalid', fields: { reportId: 'This view belongs to another report. Save it there, or send ID 0.' } });
    const ref = before ? null : randomUUID();
    const named = { id: ref === null ? id : localIdOf(ref), ref };
    const body = filters ? { ...sent.body, query: writeFilters(filters) } : sent.body;
    const content = { reportId, ownerId: before?.ownerId ?? userId, name, body, isPrivate };
    const saved = await callCommand(call, cust, 'reportConfiguration.save.v1', { ...named, ...content });
    if (!saved.ok) return saved;
    const savedId = saved.value.result.done[0] ?? id;
    if (isDefault !== undefined && isDefault !== (before?.isDefault ?? false)) {
      const asDefault = { id: savedId, ref: null, roleId: null, isDefault, otherId: null, otherRef: null };
      // The key belongs to the first change; this one has the same effect if it is made twice.
      const set = await callCommand({ ...call, idempotencyKey: null }, cust, 'reportConfiguration.setDefault.v1', asDefault);
      if (!set.ok) return set;
    }
    const row = await visibleConfiguration(db, cust, userId, savedId);
    return row ? ok(documented(row)) : no(absent('reportConfiguration', savedId));
  }),
  handle(removeConfiguration, { audit: byCommand }, async ({ cust, id }, call) => {
    const before = await visibleConfiguration(call.services.db, cust, call.actor.userId, id);
    if (before === null) return no(absent('reportConfiguration', id));
    const removed = await callCommand(call, cust, 'reportConfiguration.remove.v1', { id, ref: null });
    return removed.ok ? ok({ message: `View “${before.name}” removed` }) : removed;
  }),
];
