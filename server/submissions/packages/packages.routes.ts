import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  listPackageDegrees,
  listPackageDocuments,
  listPackageSpecialties,
  listPackages,
  readPackage,
  removePackage,
} from '#contract/submissions/packages.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { documentsOf } from '../documents/document-rows.ts';
import { degreesOf, specialtiesOf } from '../lists/read-entries.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { packagesOf } from './package-rows.ts';
import { nameOf, savePackageRoute } from './save-package.ts';

const load = { target: submissionTarget('targetId') };

/** Packages: the documents that go along with a degree and specialty to a destination. */
export const submissionPackageRoutes: Handler[] = [
  handle(listPackages, async ({ me }, { services: { db } }) => ok(await packagesOf(db, me))),
  handle(readPackage, async ({ id, me }, { services: { db } }) => {
    const [found] = await packagesOf(db, me, id);
    return found ? ok(found) : no(absent('package', id));
  }),
  savePackageRoute,
  handle(removePackage, { audit: 'submission.package.remove' }, async ({ id, me }, { tx }) => {
    const [found] = await packagesOf(tx, me, id);
    if (!found) return no(absent('package', id));
    await tx.deleteFrom('submission_package').where('customer_id', '=', me).where('id', '=', id).execute();
    return done(
      { message: 'The package was removed' },
      { object: ['submissionPackage', id], facts: { name: nameOf(found), target: found.target } },
    );
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
