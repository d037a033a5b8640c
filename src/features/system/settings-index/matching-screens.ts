import { rows, type Screen, type ScreenSetting } from '#src/ui/screen/screen.ts';

type ScreenWithNav = Extract<Screen, { readonly nav: object }>;
/** A screen of the index with those of its settings that match. */
export type Listed = { readonly screen: ScreenWithNav; readonly settings: readonly ScreenSetting[] };
export type ListedGroup = { readonly label: string; readonly listed: readonly Listed[] };

/**
 * The screens where something is set up, by row of the sidebar, that match every typed word: by name, purpose or synonyms, or by
 * a setting inside them. A screen that matches by itself lists all its settings.
 */
export function matchingScreens(screens: readonly Screen[], typed: string): ListedGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: readonly string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word));
  const listedOf = (screen: ScreenWithNav): Listed[] => {
    const { title, about = '', synonyms, settings = [] } = screen;
    if (has(title, screen.nav.label, about, synonyms)) return [{ screen, settings }];
    const found = settings.filter((setting) => has(title, setting.label, setting.part, setting.synonyms));
    return found.length > 0 ? [{ screen, settings: found }] : [];
  };
  return rows.flatMap(({ id, label }): ListedGroup[] => {
    const own = screens.filter((screen): screen is ScreenWithNav => screen.row === id && !!screen.nav && !!screen.about);
    const listed = own.flatMap(listedOf);
    return listed.length > 0 ? [{ label, listed }] : [];
  });
}
