import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { blankPackage, newPackageId, packageAt } from './package.ts';
import { PackageForm } from './package-form.tsx';
import { usePackages } from './use-packages.ts';

/** `/subPackage/edit/:id?`: one package; -1 or no id adds one. */
export function PackagePage() {
  const { id: inPath } = useParams();
  const held = usePackages();
  if (!held.ready) return <Waiting />;
  if (inPath === undefined || Number(inPath) === newPackageId) return <PackageForm key="new" one={blankPackage} held={held} />;
  return <Stored key={inPath} id={Number(inPath)} held={held} />;
}

/** The package as it was opened: what is typed stays, also where another person changes or removes the package meanwhile. */
function Stored({ id, held }: { id: number; held: ReturnType<typeof usePackages> }) {
  const found = packageAt(held.lines, id);
  const [opened, setOpened] = useState(found);
  if (!opened && found) setOpened(found);
  return opened ? <PackageForm one={opened} held={held} /> : <NotHere />;
}

function NotHere() {
  const title = 'This package does not exist';
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title={title} />
      <EmptyState kind="no-match" title={title}>
        <p>It may have been removed, or it belongs to another customer.</p>
        <Link to={pathTo('/subPackages')}>All packages</Link>
      </EmptyState>
    </section>
  );
}
