import { Link, useParams } from 'react-router-dom';
import { RowId } from '#contract/kit/ids.ts';
import { readPackage, type SubmissionPackage } from '#contract/submissions/packages.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { newPackageId } from './package.ts';
import { PackageForm } from './package-form.tsx';

const blank: SubmissionPackage = {
  id: newPackageId,
  isDefault: false,
  note: '',
  documents: [],
  targetId: 0,
  degreeId: 0,
  specialtyId: 0,
  target: '',
  degree: '',
  specialty: '',
};

/** `/subPackage/edit/:id?`: one package; -1 or no id adds one. */
export function PackagePage() {
  const { id: inPath } = useParams();
  const id = RowId.safeParse(Number(inPath));
  if (inPath === undefined || Number(inPath) === newPackageId) return <PackageForm key="new" one={blank} />;
  return id.success ? <Stored key={id.data} id={id.data} /> : <NotHere isGone words={null} />;
}

function Stored({ id }: { id: number }) {
  const me = useSession().customer.id;
  const { reply, failure, problem, refresh } = useReply(readPackage, { id, me });
  if (reply) return <PackageForm key={reply.id} one={reply} />;
  return failure ? <NotHere isGone={failure.kind === 'not_found'} words={problem} refresh={refresh} /> : <Waiting />;
}

function NotHere({ isGone, words, refresh }: { isGone: boolean; words: string | null; refresh?: () => void }) {
  const title = isGone ? 'This package does not exist' : 'This package is not on this device';
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title={title} />
      <EmptyState kind={isGone ? 'no-match' : 'no-data'} title={title}>
        <p>{isGone ? 'It may have been removed, or it belongs to another customer.' : words}</p>
        {!isGone && <TryAgain refresh={refresh} />}
        <Link to={pathTo('/subPackages')}>All packages</Link>
      </EmptyState>
    </section>
  );
}
