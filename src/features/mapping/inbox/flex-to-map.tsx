import { Link } from 'react-router-dom';
import type { TargetRow } from '#contract/rows/rows.ts';
import { OpenCombinationList } from '#src/entities/posting/flex/open-combination-list.tsx';
import { useOpenCombinations } from '#src/entities/posting/flex/use-open-combinations.ts';
import { useFlexMapping } from '#src/entities/posting/use-flex-mapping.ts';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** Combinations of open jobs that the target’s flex mapping has no line for; nothing where it has none. */
export function FlexToMap({ target }: { readonly target: TargetRow }) {
  const { may } = useSession();
  const flex = useFlexMapping(target.id);
  const combinations = useOpenCombinations(flex);
  if (!flex || !may('targets.write')) return null;
  return (
    <OpenCombinationList
      flex={flex}
      combinations={combinations}
      renderControl={({ values }) => (
        <Link
          to={`${pathTo('/atsFieldMapping')}?${new URLSearchParams({ tab: 'flex', map: JSON.stringify(values) }).toString()}`}
        >
          Map…
        </Link>
      )}
    />
  );
}
