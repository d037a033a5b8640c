import { useMemo } from 'react';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { type PackageLine, packageLines } from './package.ts';

/** The packages that this device holds, with the entries of lists that they choose from. `ready` once all of it has arrived. */
export function usePackages() {
  const packages = useCollection('submissionPackage');
  const entries = useCollection('submissionEntry');
  const targets = useCollection('submissionTarget');
  const ready = packages.ready && entries.ready && targets.ready;
  const lines: readonly PackageLine[] = useMemo(
    () => packageLines(packages.rows, entries.rows, targets.rows),
    [packages.rows, entries.rows, targets.rows],
  );
  return { ready, lines, entries: entries.rows, targets: targets.rows };
}
