import { columnsOf } from '#src/ui/table/column.ts';
import type { Between } from './between.ts';
import { Missing } from './missing.tsx';

/** A mapping as a list shows it. Blank text: that step is missing. */
export type BetweenLine = { readonly source: string; readonly jr: string; readonly target: string };

const shown = (text: string) => text || <Missing />;

/** The three columns of a mapping: the source, Jobdock's own list, the destination. */
export function betweenColumns<T extends BetweenLine>({ source, destination }: Between) {
  const col = columnsOf<T>();
  return [
    col('source', source.name, { cell: (line) => shown(line.source) }),
    col('jr', 'Jobdock'),
    col('target', destination.name, { cell: (line) => shown(line.target) }),
  ];
}

/** Whether a mapping has both its steps; the choices of its filter. */
export const sideChoices = [
  { value: 'whole', label: 'Both sides' },
  { value: 'part', label: 'One side missing' },
];

type Sides = { readonly row: { readonly source: object | null; readonly target: object | null } };
export const hasSides = ({ row }: Sides, value: string): boolean =>
  (row.source !== null && row.target !== null) === (value === 'whole');
