import { randomUUID } from 'node:crypto';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  listPackageDegrees,
  listPackageDocuments,
  listPackageSpecialties,
  listPackages,
  readPackage,
  removePackage,
  savePackage,
} from '#contract/submissions/packages.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { documentsOf } from '../documents/document-rows.ts';
import { degreesOf, specialtiesOf } from '../lists/read-entries.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { packagesOf } from './package-rows.ts';

const load = { target: submissionTarget('targetId') };

/** Packages: the documents that go along with a degree and specialty to a destination. */
export const submissionPackageRoutes: Handler[] = [
  handle(listPackages, async ({ me }, { services: { db } }) => ok(await packagesOf(db, me))),
  handle(readPackage, async ({ id, me }, { services: { db } }) => {
    const [found] = await packagesOf(db, me, id);
    return found ? ok(found) : no(absent('submissionPackage', id));
  }),
  handle(savePackage, { audit: byCommand }, async ({ me, id, isDefault, ...content }, call) => {
    const [before] = id <= 0 ? [] : await packagesOf(call.services.db, me, id);
    if (id > 0 && !before) return no(absent('submissionPackage', id));
    const ref = before ? null : randomUUID();
    // A package that is not the default and was not leaves the choice of its target as it is.
    const choice = isDefault === (before?.isDefault ?? false) ? null : isDefault;
    const args = { id: ref === null ? id : localIdOf(ref), ref, ...content, isDefault: choice };
    const saved = await callCommand(call, me, 'submissionPackage.save.v1', args);
    if (!saved.ok) return saved;
    const [after] = await packagesOf(call.services.db, me, saved.value.result.done[0]);
    return after ? ok(after) : no(absent('submissionPackage', id));
  }),
  handle(removePackage, { audit: byCommand }, async ({ id, me }, call) => {
    const [found] = await packagesOf(call.services.db, me, id);
    if (!found) return no(absent('submissionPackage', id));
    const args = { id, ref: null, targetId: found.targetId };
    const removed = await callCommand(call, me, 'submissionPackage.remove.v1', args);
    return removed.ok ? ok({ message: 'The package was removed' }) : removed;
  }),
  handle(listPackageDocuments, { load }, async ({ me, targetId }, { services: { db } }) =>
    ok((await documentsOf(db, me, { targetId })).map(({ id, name, groupName }) => ({ id, name, groupName }))),
  ),
  handle(listPackageDegrees, { load }, async ({ me, targetId, query }, { services: { db } }) =>
    ok(await degreesOf(db, { customerId: me, targetId }, query)),
  ),
  handle(listPackageSpecialties, { load }, async ({ me, targetId, query, degreeId }, { services: { db } }) =>
    ok(await specialtiesOf(db, { customerId: me, targetId }, query, degreeId)),
  ),
];
