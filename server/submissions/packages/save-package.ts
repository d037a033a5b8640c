import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { savePackage } from '#contract/submissions/packages.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { packagesOf } from './package-rows.ts';

type Args = Omit<ArgsOf<typeof savePackage>, 'me'>;

/** Adds a package or changes one. The target's row is locked, so that two people cannot add one for the same pair. */
export const savePackageRoute: Handler = handle(
  savePackage,
  { audit: 'submission.package.save', load: { target: submissionTarget('targetId', { lock: true }) } },
  async (args, { tx, customerId }, { target }) => {
    const [before] = args.id <= 0 ? [] : await packagesOf(tx, customerId, args.id);
    if (args.id > 0 && !before) return no(absent('package', args.id));
    const fields = await problemsOf(tx, customerId, args);
    if (fields) return no({ kind: 'invalid', fields });
    const id = await store(tx, customerId, args);
    const [after] = await packagesOf(tx, customerId, id);
    if (!after) return no(absent('package', id));
    return done(after, {
      object: ['submissionPackage', id],
      changed: changesBetween(before && audited(before), audited(after)),
      facts: { name: nameOf(after), target: target.row.name },
    });
  },
);

const audited = ({ isDefault, note, documents, target, degree, specialty }: Awaited<ReturnType<typeof packagesOf>>[number]) => ({
  isDefault,
  note,
  documents: documents.join(', '),
  target,
  degree,
  specialty,
});

/** How people call a package: the degree and specialty that it is for. */
export const nameOf = ({ degree, specialty }: { readonly degree: string; readonly specialty: string }): string =>
  [degree || 'Any degree', specialty || 'any specialty'].join(', ');

async function problemsOf(tx: Tx, customerId: number, args: Args): Promise<Record<string, string> | null> {
  const entries = await tx
    .selectFrom('submission_entry')
    .select(['id', 'kind', 'ext_id', 'degree_ext_id'])
    .where('customer_id', '=', customerId)
    .where('target_id', '=', args.targetId)
    .where('removed', '=', false)
    .where('id', 'in', [args.degreeId, args.specialtyId, ...args.documents])
    .execute();
  const found = (id: number, kind: string) => entries.find((one) => one.id === id && one.kind === kind);
  const degree = found(args.degreeId, 'degree');
  const specialty = found(args.specialtyId, 'specialty');
  if (args.degreeId !== 0 && !degree) return { degreeId: 'The target has no such degree. Choose one of its list.' };
  if (args.specialtyId !== 0 && !specialty) return { specialtyId: 'The target has no such specialty. Choose one of its list.' };
  if (degree && specialty && specialty.degree_ext_id !== '' && specialty.degree_ext_id !== degree.ext_id)
    return { specialtyId: 'This specialty belongs to another degree. Choose a specialty of the degree.' };
  if (new Set(args.documents).size !== args.documents.length) return { documents: 'Choose each document once' };
  if (args.documents.some((id) => !found(id, 'document')))
    return { documents: 'A document is not in the list of the target any more. Choose its documents again.' };
  const other = (await packagesOf(tx, customerId)).find(
    (one) =>
      one.id !== args.id &&
      one.targetId === args.targetId &&
      one.degreeId === args.degreeId &&
      one.specialtyId === args.specialtyId,
  );
  return other ? { degreeId: `${other.target} has a package for ${nameOf(other)} already. Change that one.` } : null;
}

async function store(tx: Tx, customerId: number, args: Args): Promise<number> {
  if (args.isDefault)
    await tx
      .updateTable('submission_package')
      .set({ is_default: false })
      .where('customer_id', '=', customerId)
      .where('target_id', '=', args.targetId)
      .where('is_default', '=', true)
      .execute();
  const values = {
    target_id: args.targetId,
    degree_id: args.degreeId,
    specialty_id: args.specialtyId,
    is_default: args.isDefault,
    note: args.note,
    documents: args.documents,
  };
  if (args.id <= 0) {
    const row = { customer_id: customerId, ...values };
    return (await tx.insertInto('submission_package').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }
  await tx
    .updateTable('submission_package')
    .set(values)
    .where('customer_id', '=', customerId)
    .where('id', '=', args.id)
    .execute();
  return args.id;
}
