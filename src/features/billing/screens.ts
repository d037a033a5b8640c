import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const billingScreens = [] as const satisfies readonly Screen[];
