import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { isGroupKey } from '#domain/job-list/job-groups.ts';
import type { RowGroup, SortKey } from '#src/ui/grid/model/grid-source.ts';
import { type Grouping, ungrouped } from '#src/workers/grid/lines/group-lines.ts';

export type Groups = {
  readonly grouping: Grouping;
  /** The sort order with the groups first. */
  readonly sort: readonly SortKey[];
  /** Opens or closes a group, or all of them. */
  readonly turn: (group: RowGroup | 'all', isOpen: boolean) => void;
};

/** The groups of the grid, with those that the person closed. A phone shows cards, which are not grouped. */
export function useGroups(group: readonly string[], sort: readonly SortKey[]): Groups {
  const narrow = useMediaQuery('(max-width: 767px)') ?? false;
  const [turned, setTurned] = useState(ungrouped);
  return useMemo(() => {
    const keys = narrow ? [] : group.filter(isGroupKey);
    const isSame = turned.keys.join() === keys.join();
    const grouping = isSame ? turned : { ...ungrouped, keys };
    const outer = keys.map((key) => sort.find((one) => one.key === key) ?? { key, descending: false });
    return {
      grouping,
      sort: [...outer, ...sort.filter(({ key }) => !keys.includes(key))],
      turn(one, isOpen) {
        if (one === 'all') return setTurned({ keys, closed: !isOpen, flipped: [] });
        const others = grouping.flipped.filter((path) => path !== one.path);
        setTurned({ ...grouping, flipped: isOpen === grouping.closed ? [...others, one.path] : others });
      },
    };
  }, [group, sort, narrow, turned]);
}
