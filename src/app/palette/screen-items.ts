import { matchPath } from 'react-router-dom';
import type { PaletteItem } from '#src/ui/palette/palette-registry.ts';
import { partAddress } from '#src/ui/screen/part-address.ts';
import { rows, type Screen } from '#src/ui/screen/screen.ts';

/** Everything that the screens declare: themselves, with their synonyms, and the settings inside them. `go` opens an address. */
export function screenItems(screens: readonly Screen[], go: (to: string) => void): PaletteItem[] {
  const order = new Map<string, number>(rows.map(({ id }, i) => [id, i]));
  const placeOf = ({ row }: Screen) => (row === null ? rows.length : (order.get(row) ?? rows.length));
  return [...screens]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .flatMap((screen): PaletteItem[] => {
      const { id, nav, title, row, keys, synonyms, settings = [] } = screen;
      const to = addressOf(screen);
      if (to === null) return [];
      const place = rows.find((one) => one.id === row);
      const page: PaletteItem = {
        id: `page:${id}`,
        mode: 'page',
        label: title,
        also: `${nav?.label ?? ''} ${place?.label ?? ''} ${synonyms}`,
        ...(place && place.label !== title && { note: place.label }),
        ...(keys && { keys }),
        run: () => go(to),
      };
      const parts = settings.map(
        ({ label, part, synonyms: also }): PaletteItem => ({
          id: `setting:${id}:${label}`,
          mode: 'setting',
          label,
          note: title,
          also,
          run: () => go(`${to}${partAddress(part)}`),
        }),
      );
      return [page, ...parts];
    });
}

/** Where a screen opens without an object: its place in the sidebar, or a sample that fills no part of its pattern. Null if nowhere. */
function addressOf({ nav, sample, at }: Screen): string | null {
  if (nav) return nav.to;
  const isWhole = at.some((pattern) => {
    const match = matchPath(pattern, sample);
    return match !== null && Object.values(match.params).every((part) => part === undefined);
  });
  return isWhole ? sample : null;
}
