import { createContext, useContext } from 'react';
import type { Screen } from './screen.ts';

/** The screens that the user may open. The app's frame fills it. */
export const OpenScreens = createContext<readonly Screen[]>([]);

/** The screens that the user may open, in the order of their declaration. */
export const useOpenScreens = (): readonly Screen[] => useContext(OpenScreens);
